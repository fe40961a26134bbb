package link_test

import (
	"context"
	"strconv"
	"testing"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/label"
	"linnet/internal/core/link"
	"linnet/internal/core/routing"
	"linnet/internal/testkit"
)

// faultyStore rejects a number of writes.
type faultyStore struct {
	link.Store
	rejections int
}

// reject returns a fault for each write, or nil without rejections left.
func (s *faultyStore) reject(writes []link.Write) []error {
	if s.rejections == 0 {
		return nil
	}
	s.rejections--
	faults := make([]error, len(writes))
	for i := range faults {
		faults[i] = fault.New(fault.Conflict, "This alias is taken.").At("alias")
	}
	return faults
}

func (s *faultyStore) InsertLinks(ctx context.Context, workspaceID string, limit int, writes []link.Write) ([]error, error) {
	if faults := s.reject(writes); faults != nil {
		return faults, nil
	}
	return s.Store.InsertLinks(ctx, workspaceID, limit, writes)
}

func (s *faultyStore) DeleteLinks(ctx context.Context, workspaceID string, writes []link.Write) ([]error, error) {
	if faults := s.reject(writes); faults != nil {
		return faults, nil
	}
	return s.Store.DeleteLinks(ctx, workspaceID, writes)
}

func TestService_CountsTheStorageOfALinkOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		store := &faultyStore{Store: b.store, rejections: 6} // random aliases that are taken
		deps, guards := b.deps, b.guards
		deps.Store, guards.storage = store, 200<<10
		links := link.New(deps, guards)
		d := link.Draft{Settings: link.Settings{URL: "https://example.com/", Rules: []routing.Rule{ruleOf(60 << 10)}}}
		for i := range 2 {
			if _, err := links.Create(t.Context(), b.owner, d); err != nil {
				t.Errorf("link %d of 60 KiB within 200 KiB: %v", i, err)
			}
		}
	})
}

func TestService_DeleteOnDomainEndsWithAFault(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		made := b.make(t, named("one"))
		store := &faultyStore{Store: b.store, rejections: 1000}
		links := b.with(func(d *link.Deps) { d.Store = store })
		if err := links.DeleteOnDomain(t.Context(), b.owner.WorkspaceID, made.DomainID); !fault.Is(err, fault.Conflict) {
			t.Errorf("links that cannot be deleted: %v", err)
		}
		if tries := 1000 - store.rejections; tries != 1 {
			t.Errorf("tried %d times", tries)
		}
	})
}

func TestService_HistorySkipsOtherEvents(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		made := b.make(t, named("titled"))
		b.update(t, made.ID, func(d *link.Draft) { d.Title = "one" })
		stored := b.get(t, made.ID)
		for range link.MaxVersions + 1 {
			if err := b.store.Note(t.Context(), link.TitledEvent(stored, b.clock.Now())); err != nil {
				t.Fatal(err)
			}
		}
		versions, err := b.History(t.Context(), b.owner, made.ID)
		if err != nil || len(versions) != 2 || versions[0].Kind != event.LinkUpdated || versions[1].Kind != event.LinkCreated {
			t.Errorf("%d versions, %v", len(versions), err)
		}
	})
}

func TestService_RevertLeavesALinkInItsFolderForAMemberWithoutTheFormerOne(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		labels := label.NewService(b.store, b.clock)
		var folders [2]string
		for i := range folders {
			made, err := labels.Create(t.Context(), b.owner, label.Folder, label.Settings{Name: "folder " + strconv.Itoa(i)})
			if err != nil {
				t.Fatal(err)
			}
			folders[i] = made.ID
		}
		d := named("moved")
		d.FolderID, d.Title = folders[0], "first"
		made := b.make(t, d)
		b.clock.Advance(time.Second)
		b.update(t, made.ID, func(d *link.Draft) { d.FolderID = folders[1]; d.Title = "second" })
		limited := testkit.Owner(t, b.store)
		limited.WorkspaceID, limited.Role, limited.Folders = b.owner.WorkspaceID, access.Editor, &access.FolderLimits{Hidden: folders[:1]}
		reverted, err := b.Revert(t.Context(), limited, made.ID, 1)
		if err != nil || reverted.Title != "first" || reverted.FolderID != folders[1] {
			t.Errorf("reverted to %q in folder %q, %v; want folder %q", reverted.Title, reverted.FolderID, err, folders[1])
		}
		reverted, err = b.Revert(t.Context(), b.owner, made.ID, 1)
		if err != nil || reverted.FolderID != folders[0] {
			t.Errorf("reverted by the owner to folder %q, %v; want %q", reverted.FolderID, err, folders[0])
		}
	})
}

// interruptedStore calls a function before the first transaction that changes links.
type interruptedStore struct {
	link.Store
	interrupt func()
}

func (s *interruptedStore) ChangeLinks(
	ctx context.Context, v access.View, ids []string, edit func(*link.Link) ([]event.Event, error),
) ([]link.Result, error) {
	if s.interrupt != nil {
		interrupt := s.interrupt
		s.interrupt = nil
		interrupt()
	}
	return s.Store.ChangeLinks(ctx, v, ids, edit)
}

func TestService_AppliesAnEditToTheLinkThatAnotherEditStored(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		made := b.make(t, named("one"))
		store, hasher := &interruptedStore{Store: b.store}, &hashCounter{}
		links := b.with(func(d *link.Deps) { d.Store, d.Hasher = store, hasher })
		store.interrupt = func() {
			b.update(t, made.ID, func(d *link.Draft) {
				d.Title = "first"
				d.Comments = "kept"
				d.Alias = new("two")
				d.StartsAt = testkit.Day().Add(time.Hour)
			})
		}
		edit := func(d *link.Draft) {
			d.Title = "second"
			d.Password = new("open sesame")
			d.URL = "https://example.org/"
		}
		got, err := links.Update(t.Context(), b.owner, made.ID, nil, edit)
		if err != nil {
			t.Fatal(err)
		}
		stored := b.get(t, made.ID)
		if got.Version != 3 || stored.Version != 3 || stored.Title != "second" || stored.Comments != "kept" || stored.Alias() != "two" ||
			stored.URL != "https://example.org/" || stored.PasswordHash != "hash of open sesame" || hasher.n != 1 {
			t.Errorf("stored %+v after hashing %d passwords", stored, hasher.n)
		}

		store.interrupt = func() { b.update(t, made.ID, func(d *link.Draft) { d.Comments = "changed" }) }
		_, err = links.Update(t.Context(), b.owner, made.ID, []int64{3}, func(d *link.Draft) { d.Title = "third" })
		if !fault.Is(err, fault.PreconditionFailed) {
			t.Errorf("a change of version 3 to version 4: %v", err)
		}
		// Each edit is valid alone; after the first, the second is not.
		store.interrupt = func() { b.update(t, made.ID, func(d *link.Draft) { d.ExpiresAt = testkit.Day().Add(2 * time.Hour) }) }
		_, err = links.Update(t.Context(), b.owner, made.ID, nil, func(d *link.Draft) { d.StartsAt = testkit.Day().Add(3 * time.Hour) })
		if !fault.Is(err, fault.Invalid) {
			t.Errorf("a start after the end: %v", err)
		}
	})
}
