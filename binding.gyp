{
  "variables": {
    # Set by scripts/lib/addon.mjs on glibc: stub libraries that let the binary load on an older one.
    "glibc_stubs%": "",
    # Set there, too: files that include several sources each, in the place of the sources.
    "units%": ""
  },
  "targets": [
    {
      "target_name": "nacd_native",
      "actions": [
        {
          "action_name": "embed_model",
          "inputs": ["scripts/embed-model.js", "<!@(node -p \"require('./scripts/embed-model').files().join(' ')\")"],
          "outputs": ["<(INTERMEDIATE_DIR)/model/builtin_table.inc"],
          "action": ["node", "scripts/embed-model.js", "<@(_outputs)"]
        }
      ],
      "include_dirs": ["src", "<(INTERMEDIATE_DIR)", "<!(node -p \"require('node-addon-api').include_dir\")"],
      "defines": ["NAPI_VERSION=8", "NODE_ADDON_API_CPP_EXCEPTIONS",
        # A worker that is being terminated can be thrown no exception: without this the process would abort.
        "NODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS"],
      "cflags": ["-fvisibility=hidden"],
      "cflags_cc!": ["-fno-exceptions", "-fno-rtti", "-std=gnu++17"],
      "cflags_cc": ["-std=c++20", "-fexceptions", "-Wall", "-Wextra", "-Wno-missing-field-initializers", "-Wno-restrict"],
      # libstdc++ is ours and hidden. libgcc_s is the process's, which Node.js brings: one unwinder, and gcc 12's own
      # archive of it needs glibc 2.35.
      # Import slots of the whole process point into the addon, so it stays when the worker that loaded it has ended.
      "ldflags": ["-static-libstdc++", "-Wl,-z,nodelete", "-Wl,--version-script=../scripts/exports.map"],
      "conditions": [
        ["units==''", {
          "sources": ["<!@(node -p \"require('./scripts/sources').join(' ')\")"]
        }, {
          "sources": ["<@(units)"]
        }],
        ["glibc_stubs!=''", {
          "sources": ["scripts/glibc/shims.c"],
          "libraries": ["-Wl,--no-as-needed", "<@(glibc_stubs)", "-Wl,--as-needed"]
        }]
      ]
    }
  ]
}
