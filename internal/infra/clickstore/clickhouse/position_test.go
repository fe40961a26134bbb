package clickhouse

import (
	"context"
	"fmt"
	"testing"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/click"
	"linnet/internal/testkit/testclickhouse"
)

// TestStore_ContinuesAtThePositionOfARestoredDatabase stores two batches, and removes
// clicks of the first and the positions from the database, as the restore of an earlier
// backup does.
func TestStore_ContinuesAtThePositionOfARestoredDatabase(t *testing.T) {
	t.Parallel()
	for _, cluster := range []string{"", "linnet"} {
		opts := Options{URL: testclickhouse.URL(t), Dir: t.TempDir()}
		journal := records(300)
		s := open(t, opts)
		for _, from := range []uint64{0, 100} {
			if err := s.Append(t.Context(), batchFrom(journal, from, 100)); err != nil {
				t.Fatal(err)
			}
		}
		for _, statement := range []string{
			"ALTER TABLE clicks DELETE WHERE " + fmt.Sprintf("%s IN (%d)", idExpr, journal[50].ID) + " SETTINGS mutations_sync = 2",
			"ALTER TABLE positions DELETE WHERE 1 SETTINGS mutations_sync = 2",
		} {
			if err := s.exec(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
		restarted := open(t, opts)
		restarted.layout.cluster = cluster // its table of positions has no other replica
		position, err := restarted.Position(t.Context(), "")
		if err != nil || position != 0 {
			t.Fatalf("cluster %q: the position is %d, %v", cluster, position, err)
		}
		for _, from := range []uint64{0, 150} { // a restored table knows no tokens; these bounds give others
			if err := restarted.Append(t.Context(), batchFrom(journal, from, 150)); err != nil {
				t.Fatal(err)
			}
		}
		if clicks, distinct := countAll(t, restarted); distinct != clicks || clicks != 300 {
			t.Errorf("cluster %q: %d clicks with %d ids", cluster, clicks, distinct)
		}
	}
}

// TestCluster_StartsAtThePositionOfAllReplicas stores positions on one server while the
// other one cannot fetch them. A process that starts on the other one waits for them; a
// process that knows its position continues.
func TestCluster_StartsAtThePositionOfAllReplicas(t *testing.T) {
	c := newCluster(t)
	advance := func(to int) {
		t.Helper()
		c.exec(t, 0, fmt.Sprintf("INSERT INTO positions SELECT 'jrn', %d", to))
	}
	start := func(after uint64) *journal { return &journal{source: "jrn", pending: pendingBatch{After: after}} }
	s := &Store{opts: Options{}.withDefaults(), conn: c.conns[1], layout: c.layout}
	s.prepared.Store(true)
	awaitPosition := func(after, want uint64) {
		t.Helper()
		await(t, func(ctx context.Context) error {
			position, err := s.storedPosition(ctx, start(after))
			if err == nil && position != want {
				err = fmt.Errorf("the position is %d, want %d", position, want)
			}
			return err
		})
	}
	advance(100)
	awaitPosition(100, 100)

	for _, p := range c.replication {
		p.cut()
	}
	advance(200)
	c.awaitFailedFetch(t, 1)
	if position, err := s.storedPosition(t.Context(), start(200)); fault.CodeOf(err) != fault.Unavailable {
		t.Errorf("a start on the separated server has the position %d, %v", position, err)
	}
	if position, err := s.storedPosition(t.Context(), start(100)); err != nil || position != 100 {
		t.Errorf("a start that needs no more than the server has: %d, %v", position, err)
	}
	running := start(100)
	running.known, running.position = true, 200
	if position, err := s.storedPosition(t.Context(), running); err != nil || position != 200 {
		t.Errorf("a running process on the separated server has the position %d, %v", position, err)
	}
	for _, p := range c.replication {
		p.heal()
	}
	awaitPosition(200, 200)
	awaitPosition(300, 200) // the position of a backup: no replica has another one
}

// TestCluster_ShardsClicksByWorkspace runs the two servers as two shards.
func TestCluster_ShardsClicksByWorkspace(t *testing.T) {
	c := newClusterOf(t, 2)
	const workspaces = 20
	journal := records(1000)
	for i := range journal {
		journal[i].WorkspaceID = uint64(1 + i%workspaces) //nolint:gosec // a small number
	}
	insert := func(server int, clicks []click.Click) {
		t.Helper()
		await(t, func(ctx context.Context) error { return c.insertInto(ctx, server, c.layout.clicks(), clicks) })
	}
	insert(0, journal[:600])
	insert(1, journal[600:])
	insert(1, journal[600:]) // its response was lost

	all := uint64(0)
	for i := range c.servers {
		n, err := c.number(t.Context(), i, "SELECT count() FROM clicks_stored")
		split, splitErr := c.number(t.Context(), i, "SELECT uniqExact(workspace) FROM clicks_stored")
		if err != nil || splitErr != nil || n == 0 || n == uint64(len(journal)) {
			t.Errorf("server %d has %d clicks of %d workspaces; %v, %v", i, n, split, err, splitErr)
		}
		if all += split; n != split*uint64(len(journal)/workspaces) {
			t.Errorf("server %d has %d clicks of %d workspaces: some are elsewhere", i, n, split)
		}
		if n, err := c.number(t.Context(), i, "SELECT count() FROM clicks"); err != nil || n != uint64(len(journal)) {
			t.Errorf("server %d reads %d clicks of all shards, %v", i, n, err)
		}
	}
	if all != workspaces {
		t.Errorf("both servers have %d workspaces", all)
	}

	c.exec(t, 0, "INSERT INTO positions SELECT 'jrn', 42") // on all servers, whatever the shard
	await(t, func(ctx context.Context) error {
		n, err := c.number(ctx, 1, "SELECT max(position) FROM positions")
		if err == nil && n != 42 {
			err = fmt.Errorf("the other shard has the position %d", n)
		}
		return err
	})
	c.exec(t, 1, "ALTER TABLE "+c.layout.stored()+c.layout.onCluster()+" DELETE WHERE workspace <= 10")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	await(t, func(context.Context) error {
		n, err := c.number(ctx, 0, "SELECT count() FROM clicks")
		if err == nil && n != uint64(len(journal)/2) {
			err = fmt.Errorf("%d clicks are left", n)
		}
		return err
	})
}
