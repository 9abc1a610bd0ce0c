// SPDX-License-Identifier: Apache-2.0
// Tables of times that an exercise asks the student to measure. A table's file has the same name in three
// places:
//   grader/labs/NN_name/FILE.csv   the reference's times, recorded; shown next to the student's
//   REPORTS/FILE.csv and .svg      the student's times in this run, and a chart of both
//   labs/NN_name/FILE.csv          the student's copy of one such file, for the questions of explain.csv
//
// A file has lines "# key: value" with the facts (machine, n, …), a line that names the columns, and the
// rows. The first column is the varied parameter, a whole number; the others are milliseconds.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace verifier {

struct timing_form {
  std::string file;                  // "block_sizes"
  std::string title;                 // "Table 1: sort_direct by threads per block"
  std::vector<std::string> columns;  // {"block_size", "kernel_ms"}
  enum class picture {
    bars,  // the columns are parts of one time: stacked, on a linear axis
    dots   // each column is a separate time, on a logarithmic axis
  } drawn = picture::bars;
  bool of_host = false;  // CPU times, which are real even with the simulated device
};

struct timing_row {
  long at = 0;
  std::vector<double> ms;  // one per column after the first
  double total() const;
};

struct timings {
  std::map<std::string, std::string> facts;
  std::vector<timing_row> rows;  // ascending

  std::string fact(const std::string& key) const;  // "" if it is missing
  bool simulated() const { return fact("simulated") == "yes"; }
  const timing_row* find(long at) const;
  const timing_row& least_total() const;  // the first row with the least total; there must be a row
};

// Reads FILE.csv. Ends the test with WRONG, naming file and line, if the table is empty or has wrong columns
// or repeated rows. The same goes for fields that are not numbers, and times whose sum is not above 0.
timings read_timings(const timing_form& form, const std::string& text);
std::string timings_csv(const timing_form& form, const timings& table);

// Returns the reference's timings.
timings recorded_timings(const timing_form& form);
// Returns the student's copy; nullopt if there is none.
std::optional<timings> students_timings(const timing_form& form);

// Adds the facts (device, host, seed, how to repeat), writes FILE.csv and FILE.svg into the reports, and
// shows its rows next to the recorded ones, below the lab's exercises.
void show_timings(const timing_form& form, timings table);

// A table with the data to show.
struct shown_timings {
  timing_form form;
  timings own, recorded;
  std::string whose;  // "yours" or "the solution's"
};
// The text is at most `width` columns wide.
std::string timings_text(const shown_timings& shown, std::size_t width);
std::string timings_svg(const shown_timings& shown);

// "Intel(R) Xeon(R) Platinum 8480": this machine's CPU, or "an unknown CPU" if the system does not name it.
std::string host_name();

}  // namespace verifier
