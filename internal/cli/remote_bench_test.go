package cli

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"linnet/internal/testkit"
	"linnet/internal/testkit/testclickhouse"
)

// BenchmarkRemoteStores starts PostgreSQL and ClickHouse and runs the part of
// scripts/bench that compares a node on them with one on embedded stores. Further
// arguments are in LINNET_BENCH_ARGS. Run it with `make bench-remote`.
func BenchmarkRemoteStores(b *testing.B) {
	database, clicks := testkit.Postgres(b), testclickhouse.URL(b)
	runBench(b, "remote", "LINNET_BENCH_DATABASE_URL="+database, "LINNET_BENCH_CLICKHOUSE_URL="+clicks)
}

// BenchmarkLinksOnPostgres starts PostgreSQL and runs the part of scripts/bench with many
// links on it. Run it with `make bench-links`.
func BenchmarkLinksOnPostgres(b *testing.B) {
	runBench(b, "links", "LINNET_BENCH_DATABASE_URL="+testkit.Postgres(b))
}

// runBench runs a part of scripts/bench, which reads the processor time of the servers
// that this process has started.
func runBench(b *testing.B, part string, environment ...string) {
	b.Helper()
	args := append([]string{"-only", part}, strings.Fields(os.Getenv("LINNET_BENCH_ARGS"))...)
	bench := exec.CommandContext(b.Context(), "../../scripts/bench", args...)
	bench.Env = append(append(os.Environ(), environment...), "LINNET_BENCH_STORES="+children(b))
	bench.Stdout, bench.Stderr = os.Stdout, os.Stderr
	if err := bench.Run(); err != nil {
		b.Fatal(err)
	}
}

// children returns the ids of the processes that this one has started, separated by
// spaces: the two servers. On other systems than Linux there are none.
func children(b *testing.B) string {
	b.Helper()
	tasks, err := filepath.Glob("/proc/self/task/*/children")
	if err != nil {
		b.Fatal(err)
	}
	ids := ""
	for _, task := range tasks {
		of, err := os.ReadFile(task)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			b.Fatal(err)
		}
		ids += string(of)
	}
	return ids
}
