package records_test

import (
	"strconv"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/core/event"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

func TestStore_EventSequenceFollowsCommits(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		const writers, each = 4, 10
		done := make(chan struct{})
		var writing sync.WaitGroup
		for w := range writers {
			writing.Go(func() {
				for range each {
					e := event.New(event.Actor{Kind: event.User, ID: "usr_" + strconv.Itoa(w)}, event.LinkUpdated, "wsp_1", "lnk_1", event.None{}, testkit.Day())
					if err := s.Note(t.Context(), e); err != nil {
						t.Error(err)
					}
				}
			})
		}
		go func() { writing.Wait(); close(done) }()
		seen := map[int64]bool{}
		var highest int64
		for last := false; !last; {
			select {
			case <-done:
				last = true
			default:
			}
			events, err := s.EventsOf(t.Context(), "wsp_1", "lnk_1", 2*writers*each)
			if err != nil {
				t.Fatal(err)
			}
			before := highest
			for _, e := range events {
				if !seen[e.Seq] && e.Seq <= before {
					t.Fatalf("event %d was committed after %d", e.Seq, before)
				}
				seen[e.Seq] = true
				highest = max(highest, e.Seq)
			}
		}
		if len(seen) != writers*each || highest != writers*each {
			t.Errorf("%d events up to number %d, want %d without gaps", len(seen), highest, writers*each)
		}
	})
}

func TestStore_EventsKeepTheirActor(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		by := event.Actor{Kind: event.User, ID: "usr_1", AddressPrefix: "203.0.113.0/24"}
		change := event.Updated(event.Workspace{Name: "Before"}, event.Workspace{Name: "After"})
		want := event.New(by, event.WorkspaceUpdated, "wsp_1", "wsp_1", change, testkit.Day())
		if err := s.Note(t.Context(), want); err != nil {
			t.Fatal(err)
		}
		got, err := s.EventsOf(t.Context(), "wsp_1", "wsp_1", 1)
		if err != nil || len(got) != 1 {
			t.Fatalf("%v, %v", got, err)
		}
		want.Seq, want.ID = 1, got[0].ID
		if diff := cmp.Diff(want, got[0]); diff != "" {
			t.Error(diff)
		}
		payload, err := event.Decode[event.Change[event.Workspace]](got[0])
		if diff := cmp.Diff(change, payload); diff != "" || err != nil {
			t.Error(diff, err)
		}
	})
}
