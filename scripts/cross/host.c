// Fills the slots of host-imports.mjs when the addon is loaded.
#include <stdio.h>
#include <string.h>
#include <windows.h>

extern FARPROC nacd_host_slots[];
extern const char nacd_host_names[];

// A slot that stays empty leads here: an old Node.js lacks a function that is called only where it is there.
static void Missing(void) {
  fputs("nacd: this Node.js lacks a function that nacd-native needs\n", stderr);
  abort();
}

// Programs that embed Node.js as a library have its functions there.
static HMODULE Host(void) {
  HMODULE program = GetModuleHandleW(NULL);
  if (GetProcAddress(program, "napi_create_function")) return program;
  static const wchar_t* const kLibraries[] = {L"libnode.dll", L"node.dll"};
  for (int i = 0; i < 2; i++) {
    HMODULE library = GetModuleHandleW(kLibraries[i]);
    if (library) return library;
  }
  return program;
}

BOOL WINAPI DllMain(HINSTANCE self, DWORD reason, LPVOID reserved) {
  (void)reserved;
  if (reason != DLL_PROCESS_ATTACH) return TRUE;
  DisableThreadLibraryCalls(self);
  HMODULE host = Host();
  FARPROC* slot = nacd_host_slots;
  for (const char* name = nacd_host_names; *name; name += strlen(name) + 1, slot++) {
    *slot = GetProcAddress(host, name);
    if (!*slot) *slot = (FARPROC)Missing;
  }
  return TRUE;
}
