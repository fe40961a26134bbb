package records_test

import (
	"encoding/json"
	"errors"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/event"
	"linnet/internal/core/label"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// setTo returns an edit that replaces the stored value.
func setTo[T any](next T, events ...event.Event) func(*T) ([]event.Event, error) {
	return func(stored *T) ([]event.Event, error) {
		*stored = next
		return events, nil
	}
}

func TestChange_SerializesChangesOfOneValue(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		owner := testkit.Owner(t, s)
		labels := label.NewService(s, clock.NewManual(testkit.Day()))
		tag, err := labels.Create(t.Context(), owner, label.Tag, label.Settings{Name: "0"})
		if err != nil {
			t.Fatal(err)
		}
		const changes = 40
		var group sync.WaitGroup
		for range changes {
			group.Go(func() {
				_, err := s.ChangeLabel(t.Context(), owner.View(), label.Tag, tag.ID, func(l *label.Label) ([]event.Event, error) {
					before := l.Name
					l.Name += "+"
					return []event.Event{event.New(owner.By(), event.LabelUpdated, owner.WorkspaceID, tag.ID,
						event.Updated(event.Label{Name: before}, event.Label{Name: l.Name}), testkit.Day())}, nil
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		stored, err := s.Label(t.Context(), owner.View(), label.Tag, tag.ID)
		if err != nil || len(stored.Name) != changes+1 {
			t.Errorf("%d of %d changes are stored, %v", len(stored.Name)-1, changes, err)
		}
		// Each event's before is the after of the event that precedes it.
		events, err := s.EventsOf(t.Context(), owner.WorkspaceID, tag.ID, changes)
		if err != nil || len(events) != changes {
			t.Fatalf("%d events, %v", len(events), err)
		}
		for i, e := range events {
			var change event.Change[event.Label]
			if err := json.Unmarshal(e.Data, &change); err != nil {
				t.Fatal(err)
			}
			if want := changes - i; len(change.After.Name) != want+1 || len(change.Before.Name) != want {
				t.Errorf("event %d is from %q to %q", want, change.Before.Name, change.After.Name)
			}
		}
	})
}

func TestChange_WritesNothingWithoutADifference(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		owner := testkit.Owner(t, s)
		labels := label.NewService(s, clock.NewManual(testkit.Day()))
		tag, err := labels.Create(t.Context(), owner, label.Tag, label.Settings{Name: "spring"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := labels.Update(t.Context(), owner, label.Tag, tag.ID, func(s *label.Settings) { s.Name = " spring " }); err != nil {
			t.Error(err)
		}
		failed := errors.New("failed")
		_, err = s.ChangeLabel(t.Context(), owner.View(), label.Tag, tag.ID, func(l *label.Label) ([]event.Event, error) {
			l.Name = "autumn"
			return nil, failed
		})
		if !errors.Is(err, failed) {
			t.Errorf("an edit that fails: %v", err)
		}
		_, err = s.ChangeLabel(t.Context(), owner.View(), label.Tag, "tag_unknown", setTo(tag))
		if !fault.Is(err, fault.NotFound) {
			t.Errorf("an unknown tag: %v", err)
		}
		stored, err := s.Label(t.Context(), owner.View(), label.Tag, tag.ID)
		stored.Level = tag.Level // is the reader's
		if diff := cmp.Diff(tag, stored); diff != "" || err != nil {
			t.Error(diff, err)
		}
		if events, err := s.EventsOf(t.Context(), owner.WorkspaceID, tag.ID, 9); err != nil || len(events) != 1 {
			t.Errorf("%d events, %v", len(events), err)
		}
	})
}
