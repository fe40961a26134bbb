package duckdb

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"linnet/internal/core/click"
	"linnet/internal/core/visitor"
)

func agentsIn(t *testing.T, s *Store) (n int) {
	t.Helper()
	if err := s.db.QueryRowContext(t.Context(), "SELECT count(*) FROM agents").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestStore_StoresEachAgentOnceUntilUnused(t *testing.T) {
	t.Parallel()
	s := openTemp(t)
	at := time.Date(2026, 10, 5, 12, 0, 0, 0, time.UTC)
	batch := func(agent string, month int) []click.Click {
		return []click.Click{{ID: 1, At: at.AddDate(0, month, 0), WorkspaceID: 1, LinkID: 5, Agent: agent}}
	}
	fill(t, s, batch("old", 0), 1)
	fill(t, s, batch("old", 0), 2)
	fill(t, s, batch("", 1), 3)
	fill(t, s, batch("new", 3), 4)
	if n := agentsIn(t, s); n != 3 {
		t.Errorf("%d agents are stored, want 3", n)
	}
	if _, err := s.DeleteBefore(t.Context(), 1, at.AddDate(0, 1, -1)); err != nil {
		t.Fatal(err)
	}
	if err := s.Compact(t.Context(), at.AddDate(0, 3, 1)); err != nil {
		t.Fatal(err)
	}
	if n := agentsIn(t, s); n != 2 {
		t.Errorf("%d agents are stored, want 2 without the unused one", n)
	}
	fill(t, s, batch("newer", 3), 5) // gets a new number
	done, err := s.Reclassify(t.Context(), func(agent string) visitor.BotReason {
		if agent == "newer" {
			return visitor.BotAgent
		}
		return ""
	})
	if err != nil || len(done.Changes) != 1 || done.Changes[0] != (click.Change{To: visitor.BotAgent, Clicks: 1}) || done.Unknown != 0 {
		t.Errorf("%+v, %v", done, err)
	}
}

func TestAppend_RollsBackAgents(t *testing.T) {
	t.Parallel()
	s := openTemp(t)
	c := click.Click{ID: 1, At: time.Date(2026, 10, 5, 12, 0, 0, 0, time.UTC), WorkspaceID: 1, LinkID: 5, Agent: "an agent"}
	broken := errors.New("broken")
	s.failCommit = func() error { return broken }
	if err := s.Append(t.Context(), click.Batch{Clicks: []click.Click{c}, Through: 1}); !errors.Is(err, broken) {
		t.Fatal(err)
	}
	s.failCommit = nil
	if n := agentsIn(t, s); n != 0 {
		t.Errorf("%d agents are stored, want none", n)
	}
	fill(t, s, []click.Click{c}, 1)
	if n := agentsIn(t, s); n != 1 {
		t.Errorf("%d agents are stored, want 1", n)
	}
}

func TestAgents_StopsAtMaxAgents(t *testing.T) {
	t.Parallel()
	a := agents{ids: map[string]uint32{}, next: 1}
	for i := range MaxAgents {
		if a.number(fmt.Sprint(i), MaxAgents) == 0 {
			t.Fatalf("the %dth agent was rejected", i)
		}
	}
	if n := a.number("one more", MaxAgents); n != 0 {
		t.Errorf("number beyond MaxAgents: %d, want 0", n)
	}
	if n := a.number("7", MaxAgents); n != 8 {
		t.Errorf("number of a known agent: %d, want 8", n)
	}
}
