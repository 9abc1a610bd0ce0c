# SPDX-License-Identifier: Apache-2.0
# Each target is one action of common/build/workbook, which drives CMake. `make help` lists them.
#   LAB=03          one lab (3, 03 or 03_name); all labs if not set
#   BACKEND=auto    auto (the GPU if programs can use one, otherwise the simulated device), sim or cuda
#   DEVICE=t4       the card whose limits the simulated device has: p100, v100, t4, a100, rtx3090, h100 and others
#   SEED=n          repeats a run with the same inputs
#   TEST=pattern    only the tests whose names match; TEST=NAME/7 runs only the test's seventh run
#   CHECK=1         runs that one test again under the checkers
#   WATCH='tile[1]' … with the history of one element
#   TRACE=1         … with a timeline
#   EXERCISE=03.4   one exercise
#   OF=solutions    sweeps the reference solution instead of your files
#   OUT=, LABS=     where a release goes, and which labs it contains
#   FOR=gradescope  the system for which a package is made
#   BASE=main       the commit with which `make check` compares (the last one if not set)
#   SOLUTIONS=no    leaves solutions out of the site
#   INSTRUCTORS=no  leaves out the pages for instructors, and solutions with them
#   PDF=1           also makes the site one PDF (needs Chromium)
LAB ?=
BACKEND ?= auto
DEVICE ?=
SEED ?=
TEST ?=
OF ?=
SOLUTIONS ?=
INSTRUCTORS ?=
PDF ?=
OUT ?=
FOR ?=
LABS ?=
BASE ?=
BUILD ?= build
known := LAB BACKEND DEVICE SEED TEST V CHECK WATCH TRACE EXERCISE AGAIN N KEYS AT GDB OF SOLUTIONS INSTRUCTORS PDF OUT FOR LABS BASE BUILD CXX CUDACXX CMAKE_OPTIONS
# lab=03 means LAB=03. Unknown variables are errors here, because make would ignore them.
on_command_line := $(foreach word,$(MAKEOVERRIDES),$(if $(findstring =,$(word)),$(firstword $(subst =, ,$(word)))))
capitals = $(shell echo $(1) | tr a-z A-Z)
$(foreach name,$(on_command_line),$(if $(filter $(name),$(known)),,\
  $(if $(filter $(call capitals,$(name)),$(known)),$(eval override $(call capitals,$(name)) := $($(name))),\
    $(error $(name)=$($(name)): there is no such variable. The variables are: $(known). `make help` says what they mean))))
ifeq ($(filter release package,$(MAKECMDGOALS)),)
ifneq ($(filter LABS labs,$(on_command_line)),)
$(error LABS=$(LABS) is for `make release` and `make package`; one lab is LAB=01)
endif
endif
# Refuses `make grade LAB` and `make grade 03` before anything is done.
targets := $(shell sed -n 's/^\([a-z-]*\):.*\#\# .*/\1/p' $(firstword $(MAKEFILE_LIST)))
$(foreach goal,$(filter-out $(targets),$(MAKECMDGOALS)),$(error make $(goal): there is no such target. `make help` lists them$(if \
  $(filter $(call capitals,$(goal)),$(known)),; $(call capitals,$(goal)) needs a value: $(call capitals,$(goal))=…)$(if \
  $(wildcard labs/$(goal)_* labs/0$(goal)_*),; one lab is LAB=$(goal))))
.PHONY: $(targets)

# CXX is left out because make itself sets it.
export $(filter-out CXX CUDACXX CMAKE_OPTIONS,$(known))

workbook = @command -v python3 >/dev/null || { \
  echo 'python3 was not found. `make setup $@` installs what is missing.' >&2; exit 2; }; exec python3 -B common/build/workbook
# In `make setup grade`, setup runs first and gets the other goals.
first := $(filter setup,$(MAKECMDGOALS))

.DEFAULT_GOAL := help

help: ## this list
	$(workbook) help $(firstword $(MAKEFILE_LIST))

setup: ## installs what the other targets on the command line need (Debian, Ubuntu; as root or with sudo)
	@bash common/build/setup.sh $(filter-out setup,$(MAKECMDGOALS))

grade: | $(first) ## builds and grades your files in labs/ (LAB=, EXERCISE=03.4, TEST=, SEED=, BACKEND=, DEVICE=, CHECK=1, V=1 for all of each failure); the first time 2 to 4 minutes
	$(workbook) grade labs

watch: | $(first) ## grades again whenever you save a file: the first exercise that is not right (LAB=)
	$(workbook) watch

next: ## what to do next: the statement of the first exercise that is not right, and where to write (LAB=)
	$(workbook) next

hint: ## shows the next of an exercise's three hints (EXERCISE=03.4, AGAIN=1: starts again with the first)
	$(workbook) hint

play: | $(first) ## runs a lab's functions on your own input: labs/NN_name/play.cu (LAB=, N=20, KEYS="3 1 2", CHECK=1, WATCH=)
	$(workbook) play

debug: | $(first) ## stops in the kernel of one test, in gdb (TEST=, AT=line)
	$(workbook) debug

reset: ## restores an exercise to its original text; keeps your text in build/undo (EXERCISE=03.4)
	$(workbook) reset

solutions: | $(first) ## builds and grades the reference solutions in solutions/
	$(workbook) grade solutions

class: | $(first) ## builds build/bin/grade-class, which grades a whole class, and everything that it needs (BACKEND=)
	$(workbook) class

release: | $(first) ## makes the students' copy: no solutions, hidden tests, history (OUT=dir, LABS=01,02)
	$(workbook) release

package: | $(first) ## makes packages for other systems (FOR=gradescope, autolab, github-classroom or moodle; LABS=)
	$(workbook) package

sweep: | $(first) ## times a lab's sort for different digit widths and block sizes, with a chart (LAB=, OF=solutions)
	$(workbook) sweep

test: | $(first) ## builds everything and runs all of the project's checks
	$(workbook) test

check: | $(first) ## while you work: the quick checks, and the tests of what has changed (BASE=)
	$(workbook) check

examples: | $(first) ## builds and runs the CUDA programs in common/simcu/examples (BACKEND=)
	$(workbook) examples

bench: | $(first) ## measures the simulated device against Oclgrind (build/reports/bench.json); with BACKEND=cuda, times all sorts on the GPU
	$(workbook) bench

sanitize: | $(first) ## runs the solutions under NVIDIA's compute-sanitizer (needs a GPU; LAB=)
	$(workbook) sanitize

docs: | $(first) ## builds the course notes as a site, build/docs/html/index.html (SOLUTIONS=no, INSTRUCTORS=no, PDF=1)
	$(workbook) docs

docs-check: | $(first) ## checks every page of the site in a headless browser; screenshots in build/docs/screenshots
	$(workbook) docs_check

format: | $(first) ## formats the C++ and CUDA files in place with clang-format
	$(workbook) format

clean: ## deletes everything that was built, reports included
	$(workbook) clean

.NOTPARALLEL:
