// SPDX-License-Identifier: Apache-2.0
#include "device_section.h"

namespace simcu_driver {
namespace {

// Added to the linker's own script. translator/variables.cpp chooses the names of the sections.
constexpr const char* kScript = R"(SECTIONS
{
  .simcu_managed : ALIGN(CONSTANT(MAXPAGESIZE))
  {
    PROVIDE_HIDDEN(simcu_managed_begin = .);
    *(.data.simcu)
  }
  .simcu_managed_bss (NOLOAD) : ALIGN(CONSTANT(MAXPAGESIZE))
  {
    *(.bss.simcu)
    . = ALIGN(CONSTANT(MAXPAGESIZE));
    PROVIDE_HIDDEN(simcu_managed_end = .);
  }
  .simcu_data : ALIGN(CONSTANT(MAXPAGESIZE))
  {
    PROVIDE_HIDDEN(simcu_device_begin = .);
    *(.data.simcu_device)
  }
  .simcu_bss (NOLOAD) : ALIGN(CONSTANT(MAXPAGESIZE))
  {
    *(.bss.simcu_device)
    . = ALIGN(CONSTANT(MAXPAGESIZE));
    PROVIDE_HIDDEN(simcu_device_end = .);
  }
}
INSERT BEFORE .bss;
)";

bool forbids_script(const std::string& option) {
  for (const char* word : {"-shared", "-r", "-fuse-ld=gold", "-fuse-ld=mold", "-T", "-Wl,-T", "-Wl,--script"})
    if (option == word || (word[1] == 'W' && option.rfind(word, 0) == 0)) return true;
  return false;
}

}  // namespace

words place_device_variables(const options& o, const temporary_folder& folder) {
  for (const words* given : {&o.common, &o.link})
    for (const std::string& option : *given)
      if (forbids_script(option)) return {};
  const std::string script = folder.file("device_section.ld");
  if (!o.only_show) write_file(script, kScript);
  return {"-Wl,-T," + script};
}

}  // namespace simcu_driver
