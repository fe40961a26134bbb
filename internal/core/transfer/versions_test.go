package transfer_test

import (
	"testing"

	"linnet/internal/core/event"
	"linnet/internal/core/link"
	"linnet/internal/core/transfer"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// TestImport_StoresVersionsOfChangedLinksAlone compares the history of imported links, for
// which no event is stored, with what happened to each.
func TestImport_StoresVersionsOfChangedLinksAlone(t *testing.T) {
	t.Parallel()
	type change func(in *install, id string) error
	update := func(in *install, id string) error {
		_, err := in.links.Update(t.Context(), in.owner, id, nil, func(d *link.Draft) { d.Title = "New title" })
		return err
	}
	remove := func(in *install, id string) error { return in.links.Delete(t.Context(), in.owner, id) }
	restore := func(in *install, id string) error {
		_, err := in.links.RestoreMany(t.Context(), in.owner, []string{id})
		return err
	}
	block := func(in *install, id string) error {
		_, err := in.store.ChangeLinkBlock(t.Context(), id, "", func(l *link.Link) ([]event.Event, error) {
			return l.SetBlocked(true, event.Actor{Kind: event.Operator}, in.clock.Now()), nil
		})
		return err
	}
	reimport := func(in *install, _ string) error {
		in.imported("alias,url,title\na,https://example.com/,New title\n", transfer.Options{OnConflict: transfer.Update})
		return nil
	}
	for name, test := range map[string]struct {
		changes []change
		want    []event.Kind // newest first
	}{
		"unchanged":            {nil, []event.Kind{event.LinkCreated}},
		"updated":              {[]change{update}, []event.Kind{event.LinkUpdated, event.LinkCreated}},
		"updated by an import": {[]change{reimport}, []event.Kind{event.LinkUpdated, event.LinkCreated}},
		"blocked":              {[]change{block}, []event.Kind{event.LinkUpdated, event.LinkCreated}},
		"deleted":              {[]change{remove}, []event.Kind{event.LinkDeleted, event.LinkCreated}},
		"restored":             {[]change{remove, restore}, []event.Kind{event.LinkRestored, event.LinkDeleted, event.LinkCreated}},
		"updated twice":        {[]change{update, block}, []event.Kind{event.LinkUpdated, event.LinkUpdated, event.LinkCreated}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			testkit.Stores(t, func(t *testing.T, s *records.Store) {
				in := newInstall(t, s)
				in.imported("alias,url,title\na,https://example.com/,Old title\n", transfer.Options{})
				l := in.find("a")
				at := l.UpdatedAt
				before := storedBytes(t, in)
				for _, change := range test.changes {
					in.clock.Advance(1)
					if err := change(in, l.ID); err != nil {
						t.Fatal(err)
					}
				}
				history, err := in.links.History(t.Context(), in.owner, l.ID)
				if err != nil || len(history) != len(test.want) {
					t.Fatalf("%d versions, %v; want %v", len(history), err, test.want)
				}
				for i, v := range history {
					if v.Kind != test.want[i] {
						t.Errorf("version %d is %s, want %s", i, v.Kind, test.want[i])
					}
				}
				first := history[len(history)-1]
				if first.Snapshot.Title != "Old title" || first.Snapshot.Version != 1 || !first.At.Equal(at) || first.ActorID != in.owner.UserID {
					t.Errorf("the first version is %+v at %v by %s", first.Snapshot, first.At, first.ActorID)
				}
				stored := countEvents(t, in, l.ID)
				if want := len(test.want); stored != want && (len(test.changes) > 0 || stored != 0) {
					t.Errorf("%d events of %d versions are stored", stored, want)
				}
				if before == 0 || (len(test.changes) == 0) != (storedBytes(t, in) == before) {
					t.Errorf("%d bytes are stored, before the changes %d", storedBytes(t, in), before)
				}
			})
		})
	}
}

// TestImport_RevertsToTheFirstVersion reverts a link to a version that was stored with the
// change after it.
func TestImport_RevertsToTheFirstVersion(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		in := newInstall(t, s)
		in.imported("alias,url,title\na,https://example.com/,Old title\n", transfer.Options{})
		l := in.find("a")
		if _, err := in.links.Update(t.Context(), in.owner, l.ID, nil, func(d *link.Draft) { d.Title = "New title" }); err != nil {
			t.Fatal(err)
		}
		reverted, err := in.links.Revert(t.Context(), in.owner, l.ID, 1)
		if err != nil || reverted.Title != "Old title" || reverted.Version != 3 {
			t.Errorf("reverted to %+v, %v", reverted, err)
		}
		stranger := testkit.Owner(t, s)
		if _, err := in.links.History(t.Context(), stranger, l.ID); err == nil {
			t.Error("another workspace sees the history")
		}
	})
}

func storedBytes(t *testing.T, in *install) int64 {
	t.Helper()
	bytes, err := in.store.StoredBytes(t.Context(), in.owner.WorkspaceID)
	if err != nil {
		t.Fatal(err)
	}
	return bytes
}

// countEvents returns the number of stored versions of a link.
func countEvents(t *testing.T, in *install, id string) int {
	t.Helper()
	events, err := in.store.EventsOf(t.Context(), in.owner.WorkspaceID, id, 100,
		event.LinkCreated, event.LinkUpdated, event.LinkDeleted, event.LinkRestored)
	if err != nil {
		t.Fatal(err)
	}
	return len(events)
}
