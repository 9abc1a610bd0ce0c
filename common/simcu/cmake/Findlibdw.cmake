# SPDX-License-Identifier: Apache-2.0
# Defines the target libdw::libdw, and libdw_LIBRARY, its file.
find_path(libdw_INCLUDE_DIR elfutils/libdw.h)
find_library(libdw_LIBRARY dw)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(libdw REQUIRED_VARS libdw_LIBRARY libdw_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "Debian's package is libdw-dev. In the workbook `make setup` installs it.")
if(libdw_FOUND AND NOT TARGET libdw::libdw)
  add_library(libdw::libdw UNKNOWN IMPORTED)
  set_target_properties(libdw::libdw PROPERTIES IMPORTED_LOCATION "${libdw_LIBRARY}"
                                                INTERFACE_INCLUDE_DIRECTORIES "${libdw_INCLUDE_DIR}")
endif()
mark_as_advanced(libdw_INCLUDE_DIR libdw_LIBRARY)
