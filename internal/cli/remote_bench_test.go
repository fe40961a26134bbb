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
	args := append([]string{"-only", "remote"}, strings.Fields(os.Getenv("LINNET_BENCH_ARGS"))...)
	bench := exec.CommandContext(b.Context(), "../../scripts/bench", args...)
	bench.Env = append(os.Environ(), "LINNET_BENCH_DATABASE_URL="+testkit.Postgres(b), "LINNET_BENCH_CLICKHOUSE_URL="+testclickhouse.URL(b))
	bench.Env = append(bench.Env, "LINNET_BENCH_STORES="+children(b))
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
