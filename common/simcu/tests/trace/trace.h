// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

struct trace_slice {
  std::string process, track, name, category;
  long long start, end;
  nlohmann::json arguments;
};

struct trace {
  std::vector<trace_slice> slices;
  std::vector<nlohmann::json> markers;
  nlohmann::json whole;

  std::vector<trace_slice> of(const std::string& category) const;
  long long end_of(const std::string& name) const;
};

// Expects that each track is named and used, that slices nest, and that arrows begin and end in slices.
trace read_trace(const std::string& file);
