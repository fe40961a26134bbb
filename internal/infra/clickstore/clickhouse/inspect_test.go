package clickhouse

import (
	"testing"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/testkit"
	"linnet/internal/testkit/testclickhouse"
)

func TestInspect_ReadsTheServerAndCreatesNothing(t *testing.T) {
	t.Parallel()
	options := Options{URL: testclickhouse.URL(t)}
	for range 2 {
		in, err := Inspect(t.Context(), options)
		if err != nil || in.Tables || in.Year < 20 || in.Version == "" {
			t.Fatalf("an empty database: %+v, %v", in, err)
		}
		if difference := time.Since(in.Now).Abs(); difference > time.Minute {
			t.Errorf("the clock of the server differs by %s", difference)
		}
	}
	open(t, options)
	if in, err := Inspect(t.Context(), options); err != nil || !in.Tables {
		t.Errorf("a database with tables: %+v, %v", in, err)
	}
}

func TestInspect_FailsWithoutAServer(t *testing.T) {
	t.Parallel()
	in, err := Inspect(t.Context(), Options{URL: "http://" + testkit.FreeAddr(t) + "/linnet"})
	if fault.CodeOf(err) != fault.Unavailable {
		t.Errorf("without a server: %+v, %v", in, err)
	}
	if _, err := Inspect(t.Context(), Options{URL: "mysql://localhost/linnet"}); err == nil {
		t.Error("another database is accepted")
	}
}
