# Linnet. `make help` lists what there is; the README needs two of these: run and test.
.DEFAULT_GOAL := help
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
# -trimpath: a build is the same in every folder, so that checkouts share the compiler's cache.
GOFLAGS ?= -buildvcs=false -trimpath
# The driver of SQLite includes FTS5, which searches links, with this tag; also for flags of the environment.
export GOFLAGS := $(GOFLAGS) $(if $(findstring sqlite_fts5,$(GOFLAGS)),,-tags=sqlite_fts5)

GOLANGCI := bin/tools/golangci-lint
GOVULNCHECK := bin/tools/govulncheck
VERSITYGW := bin/tools/versitygw
WEB_DEPS := web/node_modules/.package-lock.json
API_DEPS := web/tools/openapi/node_modules/.package-lock.json
PEER_DEPS := web/tools/peers/node_modules/.package-lock.json
SHLINK_WEB_DEPS := web/tools/shlink-web/node_modules/.package-lock.json
LIGHTHOUSE_DEPS := web/tools/lighthouse/node_modules/.package-lock.json
# ClickHouse as a library, 550 MB, for the tests of the second click store.
CLICKHOUSE_DEPS := tools/clickhouse/node_modules/.package-lock.json
NEED_CC   = command -v "$${CC:-cc}" >/dev/null || { echo "Linnet's stores (SQLite and DuckDB) are C and C++: a C compiler is needed. On Debian: apt-get install gcc g++" >&2; exit 1; }
comma    := ,
# DuckDB's package exports the binary's 60,000 symbols to extensions that are loaded at run time. Linnet loads none, and
# the dynamic linker reads the table of the symbols, 6.7 MB, at every start. macOS has no such option.
LINK_OPTIONS := $(if $(filter Linux,$(shell uname -s)),-extldflags=-Wl$(comma)--no-export-dynamic)
VERSION  := $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)

## run: build Linnet and start it on embedded storage
.PHONY: run
run: build
	bin/linnet serve

## build: build the pages and bin/linnet
.PHONY: build
build: pages
	@$(MAKE) --no-print-directory binary

.PHONY: pages
pages: $(WEB_DEPS)
	npm --prefix web run -s build

.PHONY: binary
binary: need-cc
	go build -ldflags "-s -w -X linnet/internal/app.version=$(VERSION) $(LINK_OPTIONS)" -o bin/linnet ./cmd/linnet

## dev: start both sides; each reloads when its files change (http://localhost:5173)
.PHONY: dev
dev: $(WEB_DEPS) need-cc
	scripts/dev

## test: everything that CI runs: lint, layers, drift, Go, PostgreSQL, pages, browser
# As in CI, a test whose program is missing fails, and a browser test that fails is tried again and listed as flaky.
.PHONY: test
test: export CI := true
test: setup
	$(SIDE_BY_SIDE) $(GOLANGCI) $(VERSITYGW) $(WEB_DEPS) $(API_DEPS) $(PEER_DEPS) $(SHLINK_WEB_DEPS) $(CLICKHOUSE_DEPS)
	$(SIDE_BY_SIDE) lint-go drift
	$(SIDE_BY_SIDE) test-web build
	$(SIDE_BY_SIDE) lint-web budgets build-folder clients cross-compile
	$(TEST_SIDES) test-go test-browser

# The targets of one line run in parallel, and none reads what another of its line writes: the pages are built from the
# output of `drift`, the Go code embeds the pages, the browser tests use the binary. The output of each target is printed
# when it ends. test-go has no prerequisites (test builds the S3 server before): make 4.3 may start a target after a short prerequisite only when its
# neighbour is done.
# The Go tests and the browser tests each use two cores, so they share a machine only when it has four.
TEST_SIDES = $(if $(filter 1 2 3,$(shell nproc 2>/dev/null || echo 4)),$(MAKE) --no-print-directory,$(SIDE_BY_SIDE))
SIDE_BY_SIDE = $(MAKE) -j2 --output-sync=recurse --no-print-directory

.PHONY: setup
setup:
	scripts/setup

# The race detector multiplies the processor time of tests by three to ten, so that it watches these only in part:
# - packages that compute and have no state that calls share: it watches a test of concurrent calls of each;
# - the programs that cli starts, whose time is that of starting: it watches those that answer visitors. Nodes are
#   also watched in app;
# - tests that ask the same code the same question a thousand times, one after the other, or with megabytes.
COMPUTING  := linnet/internal/core/qr/judge linnet/internal/core/qr/picture linnet/internal/edge/biopage/card linnet/internal/infra/imaging
PROGRAMS   := linnet/internal/cli
EXHAUSTIVE := $(addprefix linnet/internal/,core/link core/page/sitematch core/transfer edge/httpapi infra/clickstore/clickhouse infra/clickstore/duckdb infra/records)
EXHAUSTIVE_TESTS := Matrix|ConformsToEngine|ContinuesACopy|BoundsTheVersions|BoundsABulkResponse|TenThousandRows|TakesTimeInProportionToTheSheets

# All packages share one PostgreSQL server. At a lower priority than the browser tests that may run beside it. The
# time-out is for one package on a slow machine.
# `lint` vets the code. Without debugging information (-w) the programs of the tests are linked in half the time. With
# GOGC=400 the tests use more memory and a tenth less processor time.
GO_TEST := LINNET_TEST_ENGINES=all GOGC=400 nice scripts/in-memory go run ./internal/testkit/withpostgres go test -vet=off -ldflags=-w -timeout 20m
# A watched program waits a second at its end for reports of other threads unless told otherwise.
GO_TEST_RACE := GORACE=atexit_sleep_ms=10 $(GO_TEST) -race
.PHONY: test-go
test-go:
	@$(NEED_CC)
	$(GO_TEST_RACE) -skip '$(EXHAUSTIVE_TESTS)' $$(go list ./... | grep -vxF "$$(printf '%s\n' $(COMPUTING) $(PROGRAMS))")
	$(GO_TEST_RACE) -run 'Concurrent|TestNodes|TestProgram' $(COMPUTING) $(PROGRAMS)
	$(GO_TEST) $(COMPUTING) $(PROGRAMS)
	$(GO_TEST) -run '$(EXHAUSTIVE_TESTS)' $(EXHAUSTIVE)

.PHONY: cross-compile
cross-compile:
	scripts/cross-compile

.PHONY: test-web
test-web: $(WEB_DEPS)
	npm --prefix web run -s typecheck
	npm --prefix web run -s test

# Wants `make build` before it.
.PHONY: budgets
budgets: $(WEB_DEPS)
	cd web && ../scripts/in-memory npm run -s budgets

# Wants `make build` before it.
.PHONY: build-folder
build-folder: $(WEB_DEPS)
	scripts/check-build-folder

# Generates clients from the OpenAPI document and runs a program with each, and the clients of other shorteners. Wants `make build` before it.
.PHONY: clients
clients: $(WEB_DEPS) $(API_DEPS) $(PEER_DEPS) $(SHLINK_WEB_DEPS)
	go test -C tools/clients -count=1 ./...

# Wants `make build` before it.
.PHONY: test-browser
test-browser: $(WEB_DEPS)
	cd web && ../scripts/in-memory npx --no-install playwright test

## lint: check the code without running it
.PHONY: lint
lint: lint-go lint-web

.PHONY: lint-go
lint-go: $(GOLANGCI)
	$(GOLANGCI) run --allow-parallel-runners ./...
	cd tools/agents && ../../$(GOLANGCI) run --allow-parallel-runners ./...
	cd tools/bench && ../../$(GOLANGCI) run --allow-parallel-runners ./...
	cd tools/chaos && ../../$(GOLANGCI) run --allow-parallel-runners ./...
	cd tools/goclient && ../../$(GOLANGCI) run --allow-parallel-runners ./...
	go run -C tools/layers . ../..
	tools/words/test
	tools/words/check
	scripts/check-commits
	go test -C tools/licenses ./...
	go test -C tools/release ./...
	go test -C tools/sizing ./...
	go run -C tools/licenses . -check ../..
	go test -C tools/deploycheck .
	go run -C tools/deploycheck . ../../deploy

.PHONY: lint-web
lint-web: $(WEB_DEPS)
	npm --prefix web run -s lint
	npm --prefix web run -s layers

## generate: regenerate the OpenAPI document, the types of the pages and of the Go client, the seed's coverage
.PHONY: generate
generate: $(WEB_DEPS) $(API_DEPS)
	go run ./cmd/linnet openapi > api/openapi.json.new
	mv api/openapi.json.new api/openapi.json
	go run -C tools/goclient . ../../api/openapi.json ../../client/api.gen.go
	npm --prefix web run -s gen:api
	npm --prefix web run -s gen:countries
	npm --prefix web run -s gen:world
	npm --prefix web run -s gen:regions
	scripts/seed-coverage

.PHONY: drift
drift: generate
	scripts/check-drift

## licenses: write docs/licenses.md, the list of the third-party software in the binary; `lint` fails when it is out of date
.PHONY: licenses
licenses:
	go run -C tools/licenses . ../..

## audit: look for known vulnerabilities in the dependencies; needs the network, and says what could not be checked
.PHONY: audit
audit: $(GOVULNCHECK) $(WEB_DEPS)
	scripts/audit

## check: the quick half of `test`, for every few minutes: lint, types, short tests of what changed since BASE (HEAD); ALL=1 for everything
.PHONY: check
check: $(GOLANGCI) $(WEB_DEPS) need-cc
	scripts/check $(if $(ALL),--all)

## bench: measure the redirect beside a constant answer, and nginx when it is there; see docs/benchmarks.md
.PHONY: bench
bench: build
	scripts/bench

## bench-remote: measure redirects of a node on PostgreSQL and ClickHouse beside one on embedded stores
.PHONY: bench-remote
bench-remote: build $(CLICKHOUSE_DEPS)
	LINNET_TEST_ENGINES=all go test -run '^$$' -bench RemoteStores -benchtime 1x -timeout 20m ./internal/cli

## bench-links: import LINKS links (1000000) into one workspace, print the processor time of lists, searches and counts, in SQLite and in PostgreSQL
.PHONY: bench-links
bench-links: LINKS ?= 1000000
bench-links: build
	scripts/bench -only links -many $(LINKS)
	LINNET_TEST_POSTGRES_OPTIONS="-c autovacuum=on -c shared_buffers=1GB" LINNET_TEST_ENGINES=all LINNET_BENCH_ARGS="-many $(LINKS)" \
		go test -run '^$$' -bench LinksOnPostgres -benchtime 1x -timeout 120m ./internal/cli

## bench-tls: measure new TLS connections beside net/http and nginx, with 5,000 certificates, and the memory of idle ones
.PHONY: bench-tls
bench-tls: build
	scripts/bench -only tls

## bench-analytics: make CLICKS clicks (10000000), print the median of each question of the dashboard, and how fast clicks are stored, in DuckDB and in ClickHouse
.PHONY: bench-analytics
bench-analytics: CLICKS ?= 10000000
bench-analytics: $(CLICKHOUSE_DEPS)
	LINNET_BENCH_CLICKS=$(CLICKS) go test -run '^$$' -bench 'Questions|OpenDay' -benchtime 20x -timeout 120m ./internal/infra/clickstore/duckdb
	LINNET_BENCH_CLICKS=$(CLICKS) go test -run '^$$' -bench Questions -benchtime 20x -timeout 120m ./internal/infra/clickstore/clickhouse
	go test -run '^$$' -bench Ingest -benchtime 3x ./internal/app

## bench-agents: how many user agents of public lists are classified right; fetches the lists from npm and Debian
.PHONY: bench-agents
bench-agents:
	go run -C tools/agents .

## bench-pages: how the public pages feel on a slow phone (LCP, CLS), and what Lighthouse says of them
.PHONY: bench-pages
bench-pages: setup build $(LIGHTHOUSE_DEPS)
	cd web && npx --no-install playwright test --config playwright.bench.config.ts pages
	npm --prefix web/tools/lighthouse run -s measure

## bench-editor: frame rate, and CPU time of frames and key presses, in the editor of a bio page with 100 blocks, from Chromium's trace
.PHONY: bench-editor
bench-editor: setup build
	cd web && npx --no-install playwright test --config playwright.bench.config.ts editor

## shots: every screen, both widths, both themes, into shots/, to be looked at
.PHONY: shots
shots: setup build
	cd web && npx --no-install playwright test --config playwright.shots.config.ts

## chaos: inject faults into bin/linnet under load (kills, full disk, damaged files) and print what was answered, counted and sent
.PHONY: chaos
chaos: build
	scripts/chaos

## fuzz: a minute for each fuzz target
.PHONY: fuzz
fuzz:
	scripts/fuzz

## release: write the artifacts of VERSION (v1.0.0) into dist/: archives, packages and images for amd64 and arm64, SBOMs, checksums
.PHONY: release
release: pages
	nice go run -C tools/release . -version $(VERSION) $(if $(ARCH),-arch $(ARCH))

## check-release: try the artifacts in dist/ on a bare Debian system: install, use, upgrade, remove; needs root
.PHONY: check-release
check-release:
	scripts/check-packages

## help: this list
.PHONY: help
help:
	@sed -n 's/^## \([a-z-]*\): /\1\t/p' $(MAKEFILE_LIST) | awk -F'\t' '{printf "  make %-10s %s\n", $$1, $$2}'

.PHONY: need-cc
need-cc:
	@$(NEED_CC)

# Fails when the lock file lacks the binaries of another platform. npm 11 adds them with
# `npm install --package-lock-only` in a copy of both files without node_modules.
$(WEB_DEPS): web/package-lock.json
	cd web && npm ci --no-audit --no-fund
	@touch $@

$(API_DEPS) $(PEER_DEPS) $(SHLINK_WEB_DEPS) $(LIGHTHOUSE_DEPS): web/tools/%/node_modules/.package-lock.json: web/tools/%/package-lock.json
	cd web/tools/$* && npm ci --no-audit --no-fund
	@touch $@

## test-cluster: test two nodes through 200 kills, through an upgrade from the version before the newest migration, behind PgBouncer and with a PostgreSQL replica, and clicks on two ClickHouse servers with ZooKeeper, and ask ClickHouse the whole conformance suite; it installs them
.PHONY: test-cluster
test-cluster: need-cc
	scripts/setup cluster
	scripts/previous-binary
	LINNET_TEST_ENGINES=all LINNET_CLUSTER_TESTS=1 LINNET_PREVIOUS_BINARY=$(CURDIR)/bin/previous go test -count=1 -run 'TestCluster|ConformsToEngine' -timeout 40m ./internal/app ./internal/cli ./internal/infra/clickstore/clickhouse

## clickhouse-library: install ClickHouse for the tests of its click store (550 MB)
.PHONY: clickhouse-library
clickhouse-library: $(CLICKHOUSE_DEPS)

# Not `npm ci`: the lock file lacks the libraries of other platforms, which some mirrors do not carry.
$(CLICKHOUSE_DEPS): tools/clickhouse/package-lock.json
	cd tools/clickhouse && npm install --no-save --no-audit --no-fund
	@touch $@

# The linter is built from source at the version that tools/go.mod pins.
$(GOLANGCI): tools/go.sum
	go build -C tools -o ../$@ github.com/golangci/golangci-lint/v2/cmd/golangci-lint
	@touch $@

# The S3 server of the tests.
$(VERSITYGW): tools/versitygw/go.sum
	go build -C tools/versitygw -ldflags '-s -w' -o ../../$@ github.com/versity/versitygw/cmd/versitygw
	@touch $@

$(GOVULNCHECK): tools/audit/go.sum
	go build -C tools/audit -o ../../$@ golang.org/x/vuln/cmd/govulncheck
	@touch $@
