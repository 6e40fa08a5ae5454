{
  "targets": [
    {
      "target_name": "loop_dev",
      "sources": [
        "dev.cc",
        "<!@(ls ../../../src/loop/*.cc ../../../src/schedule/*.cc ../../../src/schedule/strategies/*.cc ../../../src/trace/*.cc)"
      ],
      "include_dirs": ["../../../src"],
      "defines": ["NAPI_VERSION=8"],
      "cflags_cc!": ["-fno-exceptions", "-fno-rtti", "-std=gnu++17"],
      "cflags_cc": ["-std=c++20", "-fexceptions", "-Wall", "-Wextra", "-Wno-missing-field-initializers", "-fvisibility=hidden", "-O2"],
      "ldflags": ["-static-libstdc++", "-static-libgcc"]
    }
  ]
}
