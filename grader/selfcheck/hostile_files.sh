#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Test: a submitted file can spoil at most its author's result for the lab, and an honest mistake costs only one
# exercise.
#   hostile_files.sh SOURCE BUILD
#
# Compiles files for lab 01 as the build does, but only with the host compiler, which is quick.
set -u
shopt -s dotglob nullglob
source=$(realpath "$1")
tool=$(realpath "$2")/bin/compile_submission
failed=0
scratch=$(realpath "$(mktemp -d)")
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch/labs/01" "$scratch/given/labs/01" "$scratch/solutions" "$scratch/tmp"
export TMPDIR=$scratch/tmp
echo 'int secret() { return 1; }' >"$scratch/solutions/secret.cu"
cat >"$scratch/given/file.cpp" <<'EOF'
#include "own.h"
// BEGIN YOUR CODE (exercise 1)
// END YOUR CODE
int given() { return 2; }
// BEGIN YOUR CODE (exercise 2)
// END YOUR CODE
int check() { return given() == 2 ? 0 : 1; }
EOF
echo 'int check(); int main() { return check(); }' >"$scratch/adapter.cpp"
g++ -c "$scratch/adapter.cpp" -o "$scratch/adapter.o"
echo 'int own();' >"$scratch/labs/01/own.h"
echo 'int text;' >"$scratch/labs/01/text.h"
echo 'int x;' >"$scratch/labs/01/explain.csv"
file=$scratch/labs/01/file.cpp
runner=$scratch/runners/01.sim

allow=()
compile() {
  timeout 900 "$tool" --source "$file" --name labs/01/file.cpp --given "$scratch/given/file.cpp" --output "$runner" \
    --read "$scratch/labs/01" --include "$scratch/labs/01" --seconds "${seconds:-300}" --memory 512 "${allow[@]}" "$@" \
    --part "$scratch/adapter.o" ${part:+--part "$part"} --read "$scratch/adapter.o" \
    -- "${compiler:-g++}" -std=c++17 -fno-dollars-in-identifiers -save-temps=cwd "-I$scratch/labs/01" @SOURCE@ \
    -o @OUTPUT@ >"$scratch/output" 2>&1
  status=$?
}
complain() {
  echo "FAILED: $name: $1"
  cat "$scratch/output" "$runner".{log,note,fault} 2>/dev/null | head -n 20
  failed=1
}
# region TEXT: writes the student's file, with this text in the first region.
mapfile -t given <"$scratch/given/file.cpp"
region() { printf '%s\n' "${given[@]:0:2}" "$1" "${given[@]:2}" >"$file"; }
# says FILE TEXT: succeeds if FILE is a file that contains the text.
says() {
  local all=
  [ -f "$1" ] && [ -s "$1" ] || return
  IFS= read -rd '' all <"$1"
  [[ $all == *"$2"* ]]
}
# expect VERDICT TEXT: GOOD (a working runner), NO_BUILD (a log with the text) or FAULT (a fault of the machine).
expect() {
  local left
  compile
  [ $status = 0 ] || complain "compile_submission ended with $status."
  case $1 in
    GOOD) "$runner" 2>/dev/null || complain "is not built, or does not do what it should." ;;
    NO_BUILD) [ ! -e "$runner" ] && says "$runner.log" "$2" || complain "does not say \"$2\"." ;;
    FAULT) [ ! -e "$runner" ] && [ ! -e "$runner.log" ] && says "$runner.fault" "$2" ||
      complain "is not a fault that says \"$2\"." ;;
  esac
  left=("$scratch/tmp"/*)
  [ ${#left[@]} = 0 ] && [ ! -e "$runner.making" ] || complain "leaves files behind."
  rm -rf "$file"
}
hostile() { name=$1; }

hostile honest; region ''; expect GOOD
hostile includes_a_solution; region '#include "../../solutions/secret.cu"'; expect NO_BUILD 'own lab'
hostile includes_by_macro; region "#define WHAT \"$scratch/solutions/secret.cu\"
#include WHAT"; expect NO_BUILD 'own lab'
hostile includes_next; region '#include_next "../solutions/secret.cu"'; expect NO_BUILD 'rror'
ln -s "$scratch/solutions/secret.cu" "$scratch/labs/01/link.h"
hostile includes_a_link; region '#include "link.h"'; expect NO_BUILD 'own lab'
rm "$scratch/labs/01/link.h"
hostile embeds_a_file; region "asm(\".incbin \\\"$scratch/solutions/secret.cu\\\"\");"; expect NO_BUILD 'rror'
hostile includes_a_device; region '#include "/dev/zero"'; expect NO_BUILD 'own lab'
hostile includes_the_grader; region "#include \"$source/grader/runner/runner.h\""; expect NO_BUILD 'own lab'
hostile reads_its_environment; region '#include "/proc/self/environ"'; expect NO_BUILD 'own lab'
hostile swallows_the_given_text; region '/*'; expect NO_BUILD 'unterminated comment'
hostile hides_the_given_text; region '#if 0'; expect NO_BUILD 'unterminated #if'
hostile swallows_it_raw; region 'const char* s = R"('; expect NO_BUILD 'unterminated raw string'
# For the compiler, each region is a separate file.
both() { printf '%s\n' "${given[@]:0:2}" '#define X(...)' "$1" "${given[@]:2:3}" "$2" "${given[@]:5}" >"$file"; }
own='*/) int given() { return 2; }'
hostile hides_by_a_number; both "X(1.'5 /* ')" "$own"; expect NO_BUILD "unterminated"
hostile hides_by_a_number_and_a_string; both 'X(1.R"(" /* )" )' "$own"; expect NO_BUILD "unterminated"
hostile hides_by_no_separator; both "X(1'/*')
#if 0
X(2'*/')" "X(1'/*')
#endif
X(2'*/') int given() { return 2; }"; expect NO_BUILD "unterminated"
hostile renames_its_lines; region '#line 1 "/etc/passwd"'; expect NO_BUILD '`#line`'
# Names that the submission defines are local to it (Seal.*), so the runner's code still calls the same functions.
hostile brings_a_main; region 'int main() { return 1; } int atexit(void (*)()) { return 1; }'; expect GOOD
hostile has_names_of_its_own; region 'int sync = 3; static int munmap(int i) { return i; }
namespace mine { int sqrt(int i) { return munmap(i); } struct time { void* operator new(unsigned long); }; }
int write(int); int write(int i) { return mine::sqrt(i); }'; expect GOOD
hostile says_what_a_terminal_obeys; region $'#error \e[2J\e]0;Score: 100/100\a'; expect NO_BUILD '\x1b[2J'
hostile says_that_it_was_killed
region 'static_assert(false, "g++: fatal error: Killed signal terminated program cc1plus");'
expect NO_BUILD 'static assertion failed'
hostile warns_that_it_was_killed; region '#warning g++: fatal error: Killed signal terminated program cc1plus
int x = "no number";'; expect NO_BUILD 'invalid conversion'
# The runner's name shows whether it has the checkers, so no part of that name may be visible during the compilation.
hostile sees_where_it_is_compiled
region "constexpr bool says(const char* s, char c) { return *s != 0 && (*s == c || says(s + 1, c)); }
static_assert(!says(__BASE_FILE__ + 3, '/'), \"a path\");
#if __has_include(\"$runner.making/file.cpp\") || __has_include(\"$runner.log\")
#error found
#endif"; expect GOOD
echo "#include \"$source/common/lab/by_hand.h\"" >>"$scratch/labs/01/own.h"
mkdir -p "$scratch/include/cub"
: >"$scratch/include/cub/cub.cuh"
allow=(--include "$source/common/lab" --read "$source/common/lab"
  --include "$scratch/include" --read "$scratch/include")
hostile sorts_with_the_library
region 'void sort(unsigned* k, int n) { std::sort(k, k + n, [](int a, int b) { return a > b; }); }'
expect NO_BUILD '`std::sort` is not available in this lab'
hostile scans_with_the_library
region 'void scan(std::vector<int>& k) { std::exclusive_scan(k.begin(), k.end(), k.begin(), 0); }'
expect NO_BUILD '`std::exclusive_scan` is not available in this lab'
hostile sorts_like_c; region 'void* sorts = (void*)qsort;'; expect NO_BUILD 'poisoned'
# One compilation for all of them, because each line of the region is refused separately.
sorts=$(
  i=0
  for call in 'sort<unsigned*>(k, k + n)' 'stable_sort(d.rbegin(), d.rend())' 'make_heap(k, k + n)' \
    'pop_heap(d.rbegin(), d.rend())' 'sort_heap(d.rbegin(), d.rend())' 'nth_element(k, k + 1, k + n)' \
    'partial_sort(k, k + 1, k + n)' 'inplace_merge(k, k + 1, k + n)' 'merge(k, k + 1, k + 1, k + n, k)' \
    'partial_sort_copy(k, k + n, k, k + n)' 'partial_sum(d.rbegin(), d.rend(), k)' \
    'exclusive_scan<unsigned*>(k, k + n, k, 0u)' 'inclusive_scan(d.rbegin(), d.rend(), k)' \
    'transform_exclusive_scan(k, k + n, k, 0u, f, f)' 'transform_inclusive_scan(k, k + n, k, f, f)'; do
    echo "void call$((i += 1))(unsigned* k, int n, std::vector<unsigned>& d, int f(int)) { std::$call; }"
  done
)
hostile sorts_with_the_library_by_other_ways; region "$sorts"
expect NO_BUILD '`std::sort` is not available in this lab'
grep -qF 'and 12 more errors' "$runner.log" || complain 'does not refuse each call.'
hostile points_to_the_library; region 'void (*a)(int*, int*) = std::sort;
void (*b)(int*, int*) = std::sort<int*>;
int* (*c)(int*, int*, int*, int) = std::exclusive_scan;
int* (*d)(int*, int*, int*, int*, int*) = std::merge;'
expect NO_BUILD 'std::sort'
grep -qF 'and 1 more error' "$runner.log" || complain 'does not refuse each pointer.'
hostile sorts_with_the_librarys_parts; region '#define JOIN(a, b) a##b
void sort(unsigned* k, int n) { std::JOIN(__so, rt)(k, k + n, __gnu_cxx::__ops::__iter_less_iter()); }'
expect NO_BUILD 'poisoned'
hostile includes_policies; region '#include <execution>'; expect NO_BUILD 'or <execution>'
hostile includes_the_parallel_library; region "#include <parallel/algorithm>"; expect NO_BUILD "<parallel/"
hostile includes_cub; region "#include \"$scratch/include/cub/cub.cuh\""; expect NO_BUILD 'may not use Thrust'
sed -i 2d "$scratch/labs/01/own.h"
allow=()
seconds=3
hostile template_bomb
region 'template <int N> struct t { typename t<N - 1>::x a; typename t<N - 2>::x b; using x = t; };
constexpr long loop(long n) { long s = 0; for (long i = 0; i < n; ++i) s += i; return s; }
template <long N> constexpr long many() { return loop(262000) + many<N - 1>(); }
template <> constexpr long many<0>() { return 0; }
static_assert(many<800>() != 0);'; expect NO_BUILD ''
hostile memory_bomb
region 'struct big { char c[1 << 20]; }; constexpr int n = 1 << 12; int a[n][1 << 20] = {{1}, {2}};'\
' int b[1 << 28] = {[0 ... (1 << 27)] = 7};'
expect NO_BUILD ''
unset seconds
hostile flood; region "$(for i in $(seq 20000); do echo "int x$i = \"a text that is no number\";"; done)"
expect NO_BUILD 'so it was stopped'
hostile nothing; printf '' >"$file"; expect NO_BUILD 'is empty'
hostile zero_bytes; printf 'a\0b' >"$file"; expect NO_BUILD 'not plain text'
hostile missing; expect NO_BUILD 'is missing'
hostile pipe; mkfifo "$file"; expect NO_BUILD 'is not a plain file'
hostile folder; mkdir "$file"; expect NO_BUILD 'is a folder'
hostile link; ln -s "$scratch/solutions/secret.cu" "$file"; expect NO_BUILD 'symbolic link'
hostile dangling; ln -s /nowhere "$file"; expect NO_BUILD 'symbolic link'
hostile device; ln -s /dev/zero "$file"; expect NO_BUILD 'symbolic link'
hostile large; head -c 2000000 /dev/zero | tr '\0' '\n' >"$file"; expect NO_BUILD 'is larger than'
hostile odd_names; region ''; touch "$scratch/labs/01/a;b.h" "$scratch/labs/01/\$(touch x)
-o.cu"; expect GOOD
mkfifo "$runner.log" "$runner.note" "$runner.fault"
hostile pipes_where_reports_go; region ''; expect GOOD
mkdir -p "$runner.making/x"
hostile rest_of_a_killed_build; region ''; expect GOOD

# Faults of the machine.
compiler=/nowhere/g++
hostile no_compiler; region ''; expect FAULT 'could not be started'
compiler=$scratch/labs/01/compiler # prints what g++ prints when the system ends cc1plus
printf '#!/bin/sh\necho "g++: fatal error: Killed signal terminated program cc1plus" >&2\nexit 1\n' >"$compiler"
chmod +x "$compiler"
hostile killed_compiler; region ''; expect FAULT 'was killed from outside'
compiler=$scratch/labs/01/compiler # prints what simcu prints without its library
printf '#!/bin/sh\necho "simcu: error: libsimcu.a was not found in /here" >&2\nexit 3\n' >"$compiler"
hostile no_library; region ''; expect FAULT 'libsimcu.a was not found in /here'
unset compiler
part=$scratch/part.o
hostile missing_part; region ''; expect FAULT "$scratch/part.o is missing, although the build makes it."
unset part
hostile honest_after_all; region 'int mine() { return secret_of_nobody; }
constexpr int secret_of_nobody = 1;'; expect NO_BUILD 'secret_of_nobody'
hostile honest_again; region 'int changed = 1;'; sed -i 's/return 2/return 3/' "$file"; expect GOOD
grep -qF 'labs/01/file.cpp:5 differs from the given text' "$runner.note" || complain 'does not report the difference.'

# The file is not in a folder from which it can include files, as in a class's grading. nvcc also lists the files that a
# #line directive names among the files that it read.
usual=$file file=$scratch/handed_in/file.cpp
mkdir "$scratch/handed_in"
hostile handed_in; region ''; expect GOOD
# A region adds only its own text, and that text is checked.
here='#if __INCLUDE_LEVEL__ == 1
#include WHAT
#endif'
hostile includes_itself; region "#define WHAT __FILE__
$here"; expect NO_BUILD 'own lab'
hostile includes_itself_merged; region "#define WHAT \"file.cpp\"
$here"; expect NO_BUILD 'redefinition'
# The file includes its own text outside the marks. The second time, only its macros are used.
file=$usual
hostile includes_its_macros; { printf '#ifdef AGAIN\n#define OWN int mine = 3;\n#else\n'
sed '/exercise 1/a #define AGAIN\n#define WHAT <file.cpp>\n#include WHAT\nOWN' "$scratch/given/file.cpp"
echo '#endif'; } >"$file"
expect NO_BUILD 'own lab'
file=$scratch/handed_in/file.cpp
hostile includes_text_of_a_lab; region "#define WHAT <text.h>
$here"; expect NO_BUILD 'adds text'
hostile includes_a_table; region '#include "explain.csv"'; expect NO_BUILD 'own lab'
hostile includes_a_table_at_the_top; { echo '#include <explain.csv>'; cat "$scratch/given/file.cpp"; } >"$file"
expect NO_BUILD 'own lab'
hostile includes_in_a_namespace; region 'namespace mine {
#include <map>
std::map<int, int> own; }'; expect GOOD
hostile seems_to_be_the_systems; region 'const char* s = $R"(";
# 1 "/usr/include/stdio.h" 1 3
int f() { return 1; }
const char* t = ")";'; expect NO_BUILD 'rror'
hostile has_an_alias; region 'int mine() { return 3; } __attribute__((alias("_Z4minev"))) int other();'
expect NO_BUILD '`alias` is not an attribute'
hostile has_assembler; region 'asm(".symver check,getpid@GLIBC_2.2.5");'
expect NO_BUILD '`asm` is allowed only for inline PTX'
compiler=$scratch/labs/01/compiler # its last argument is the file for the rule that it writes
lists() { printf '#!/bin/bash\ng++ "$@" && sed -i "1s|: |: %s |" "${@: -1}"\n' "$1" >"$compiler"; }
lists "$file"
hostile listed_by_nvcc; region ''; expect GOOD
lists "$scratch/solutions/secret.cu"
hostile another_is_listed; region ''; expect NO_BUILD 'own lab'
unset compiler
file=$usual

# A mistake costs only the exercise that contains it. left_out [EXERCISE TEXT] checks which exercise was left out, or
# that none was.
cat >"$scratch/given/file.cpp" <<'EOF'
#define LAB_TODO(text)
// BEGIN YOUR CODE (exercise 1)
int one(int x) { LAB_TODO("01.1: one"); return x; }
// END YOUR CODE
int two(int x);
// BEGIN YOUR CODE (exercise 2)
int two(int x) { LAB_TODO("01.2: two"); return x; }
// END YOUR CODE
int check() { return one(0) + two(0); }
EOF
regions() { sed -e "3c $1" -e "7c $2" "$scratch/given/file.cpp" >"$file"; }
left_out() {
  expect GOOD
  [ ! -e "$runner.left_out" ] || [ $# = 2 ] || complain 'leaves out an exercise.'
  [ $# != 2 ] || { [ "$(grep -c '^  "' "$runner.left_out")" = 1 ] && grep -q "^  \"$1\": .*$2" "$runner.left_out"; } ||
    { cat "$runner.left_out"; complain "does not leave out exercise $1 alone, with \"$2\"."; }
}
one='int one(int x) { return x; }' two='int two(int x) { return x; }'
hostile all_compiles; regions "$one" "$two"; left_out
hostile one_typo; regions "$one" 'int two(int x) { return y; }'; left_out 2 'file.cpp:7: error: '
hostile one_brace_too_few; regions 'int one(int x) { if (x) { return x; }' "$two"
left_out 1 'this brace is not matched'
hostile one_brace_too_many; regions "$one" 'int two(int x) { return x; } }'
left_out 2 'file.cpp:7: error: this brace is not matched'
hostile other_parameters; regions "$one" 'int two(int x, int y) { return x + y; }'; left_out 2 'not defined anywhere'
hostile two_typos; regions 'int one(int x) { return y; }' 'int two(int x) { return z; }'
expect NO_BUILD 'file.cpp:7: error: '
hostile one_needs_the_other
regions 'int one(int x) { return y; } int helper();' 'int two(int x) { return helper(); }'
expect NO_BUILD 'file.cpp:3: error: '
hostile forbidden_in_one; regions "$one" '#include "../../solutions/secret.cu"'; expect NO_BUILD 'own lab'
hostile no_solution_stands_in; sed -i 's/LAB_TODO("01.2: two"); //' "$scratch/given/file.cpp"
regions "$one" 'int two(int x) { return y; }'; expect NO_BUILD 'file.cpp:7: error: '
[ $failed != 0 ] || echo 'All hostile files were contained.'
exit $failed
