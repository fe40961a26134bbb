package duckdb

import (
	"context"
	"database/sql"
	"testing"
	"time"

	engine "github.com/duckdb/duckdb-go/v2"
)

// As where other programs never let the engine's threads run.
func TestWhoAsksDoesTheWorkThatNobodyElseDoes(t *testing.T) {
	t.Parallel()
	leaveToWorkers()
	connector, err := engine.NewConnector("?threads=1&external_threads=1", nil) // the one thread is not the engine's
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(connector)
	defer db.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	var sum int64
	if err := db.QueryRowContext(ctx, "SELECT sum(n) FROM (SELECT i % 7 AS k, count(*) AS n FROM range(300000) r(i) GROUP BY k)").Scan(&sum); err != nil {
		t.Fatal("nobody did it: ", err)
	}
	if sum != 300_000 {
		t.Errorf("%d of 300000 were counted", sum)
	}
}
