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

// The feed is tested from inside: every noun's own tests see only its effect.

func anEvent() event.Event {
	return event.Event{
		ID: ident.New(ident.Event), WorkspaceID: "wsp_1", Kind: event.LinkCreated, SubjectID: "lnk_1",
		Data: []byte(`{"alias":"launch"}`), At: time.UnixMilli(1_700_000_000_123).UTC(),
	}
}

func (s *Store) tell(t *testing.T, e event.Event) {
	t.Helper()
	if err := s.inTx(t.Context(), func(tx conn) error { return insertEvent(t.Context(), tx, e) }); err != nil {
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

func TestSubscribersHearOfCommittedEventsOnly(t *testing.T) {
	t.Parallel()
	s := openTest(t, Options{})
	var got []string
	cancel := s.Subscribe(func(e event.Event) { got = append(got, e.ID) })
	broken := errors.New("no")
	err := s.inTx(t.Context(), func(tx conn) error {
		return errors.Join(insertEvent(t.Context(), tx, anEvent()), broken)
	})
	if !errors.Is(err, broken) || len(got) != 0 {
		t.Fatalf("after a rollback: %v, heard %v", err, got)
	}
	e := anEvent()
	s.tell(t, e)
	if len(got) != 1 || got[0] != e.ID {
		t.Errorf("heard %v, want %s", got, e.ID)
	}
	cancel()
	s.tell(t, anEvent())
	if len(got) != 1 {
		t.Errorf("heard %v after cancel", got)
	}
	kept, err := s.EventsOf(t.Context(), e.WorkspaceID, e.SubjectID, 10)
	if err != nil || len(kept) != 2 {
		t.Errorf("kept %v, %v", kept, err)
	}
}

func TestListenOnOneMachineWaits(t *testing.T) {
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
