package records

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"linnet/internal/base/ident"
	"linnet/internal/core/event"
)

// These tests use unexported parts: events that no noun emits.

func newTestEvent() event.Event {
	return event.Event{
		ID: ident.New(ident.Event), WorkspaceID: "wsp_1", Kind: event.LinkCreated, SubjectID: "lnk_1",
		Data: []byte(`{"alias":"launch"}`), At: time.UnixMilli(1_700_000_000_123).UTC(),
	}
}

func (s *Store) note(t *testing.T, e event.Event) {
	t.Helper()
	if err := s.Note(t.Context(), e); err != nil {
		t.Fatal(err)
	}
}

func openTest(t *testing.T, o Options) *Store {
	t.Helper()
	if o.Dir == "" {
		o.Dir = t.TempDir()
	}
	s, err := Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestStore_PublishesCommittedEventsOnly(t *testing.T) {
	t.Parallel()
	s := openTest(t, Options{})
	var got []string
	cancel := s.Subscribe(func(e event.Event) { got = append(got, e.ID) })
	broken := errors.New("no")
	err := s.inTx(t.Context(), func(tx conn) error {
		tx.emit(newTestEvent())
		return broken
	})
	if !errors.Is(err, broken) || len(got) != 0 {
		t.Fatalf("after a rollback: %v, published %v", err, got)
	}
	e := newTestEvent()
	s.note(t, e)
	if len(got) != 1 || got[0] != e.ID {
		t.Errorf("published %v, want %s", got, e.ID)
	}
	cancel()
	s.note(t, newTestEvent())
	if len(got) != 1 {
		t.Errorf("published %v after cancel", got)
	}
	stored, err := s.EventsOf(t.Context(), e.WorkspaceID, e.SubjectID, 10)
	if err != nil || len(stored) != 2 {
		t.Errorf("stored %v, %v", stored, err)
	}
}

func TestStore_ListenOnSQLiteWaits(t *testing.T) {
	t.Parallel()
	s := openTest(t, Options{})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); s.Listen(ctx, slog.New(slog.DiscardHandler)) }()
	select {
	case <-done:
		t.Error("Listen returned by itself")
	default:
	}
	cancel()
	<-done
}
