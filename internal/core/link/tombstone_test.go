package link_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/link"
)

func TestService_FreeAliasMakesAliasAvailable(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		old := b.make(t, named("Launch"))
		if _, err := b.Update(t.Context(), b.owner, old.ID, nil, func(d *link.Draft) { d.Alias = new("start") }); err != nil {
			t.Fatal(err)
		}
		if err := b.FreeAlias(t.Context(), b.owner, old.ID, "launch"); !fault.Is(err, fault.NotFound) {
			t.Errorf("an alias of a link that lives: %v", err)
		}
		b.clock.Advance(time.Minute)
		if err := b.Delete(t.Context(), b.owner, old.ID); err != nil {
			t.Fatal(err)
		}
		page, err := b.Tombstones(t.Context(), b.owner, "", 10, "")
		want := link.TombstonePage{Total: 1, Tombstones: []link.Tombstone{{
			LinkID: old.ID, Domain: old.Domain, Aliases: []string{"start", "Launch"}, URL: old.URL, DeletedAt: b.clock.Now(),
		}}}
		if diff := cmp.Diff(want, page); diff != "" || err != nil {
			t.Fatal(diff, err)
		}
		if _, err := b.Create(t.Context(), b.owner, named("launch")); !fault.Is(err, fault.Conflict) {
			t.Fatalf("a tombstone was taken: %v", err)
		}
		var told []event.Event
		defer b.store.Subscribe(func(e event.Event) { told = append(told, e) })()
		if err := b.FreeAlias(t.Context(), b.owner, old.ID, "LAUNCH"); err != nil {
			t.Fatal(err)
		}
		if len(told) != 1 || told[0].Kind != event.AliasFreed || told[0].Actor.ID != b.owner.UserID || told[0].SubjectID != old.ID {
			t.Errorf("told: %+v", told)
		}
		if err := b.FreeAlias(t.Context(), b.owner, old.ID, "launch"); !fault.Is(err, fault.NotFound) {
			t.Errorf("twice: %v", err)
		}
		b.make(t, named("launch"))
		// What is left comes back.
		back, err := b.RestoreMany(t.Context(), b.owner, []string{old.ID})
		if err != nil || back[0].Err != nil || !slices.Equal(b.get(t, old.ID).Aliases, []string{"start"}) {
			t.Errorf("%+v, %v", back, err)
		}
	})
}

// The alias of a deleted link is named as such to its workspace only, by every path that
// creates aliases.
func TestService_NamesTheAliasOfADeletedLink(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		deleted, live := b.make(t, named("launch")), b.make(t, named("start"))
		if err := b.Delete(t.Context(), b.owner, deleted.ID); err != nil {
			t.Fatal(err)
		}
		theirs := b.stranger(t)
		for alias, want := range map[string]struct{ own, other string }{
			"LAUNCH": {"This alias belongs to a deleted link. An admin can free it under Links, Deleted.", "This alias is taken on localhost:8080. Choose another."},
			"start":  {"This alias is taken on localhost:8080. Choose another.", "This alias is taken on localhost:8080. Choose another."},
		} {
			for actor, message := range map[*access.Actor]string{&b.owner: want.own, &theirs: want.other} {
				available, err := b.AliasAvailable(t.Context(), *actor, "", alias)
				if err != nil || available != (link.Availability{Reason: message}) {
					t.Errorf("%s is %+v, %v", alias, available, err)
				}
				_, err = b.Create(t.Context(), *actor, named(alias))
				wantConflict(t, err, message)
				many, err := b.CreateMany(t.Context(), *actor, []link.Draft{named(alias), named("free-" + actor.WorkspaceID + alias)})
				if err != nil || many[1].Err != nil {
					t.Fatal(err, many)
				}
				wantConflict(t, many[0].Err, message)
			}
		}
		_, err := b.Update(t.Context(), b.owner, live.ID, nil, func(d *link.Draft) { d.Alias = new("launch") })
		wantConflict(t, err, "This alias belongs to a deleted link. An admin can free it under Links, Deleted.")
	})
}

func wantConflict(t *testing.T, err error, message string) {
	t.Helper()
	var f *fault.Error
	if !errors.As(err, &f) || f.Code != fault.Conflict || f.Message != message || len(f.Fields) != 1 || f.Fields[0].Field != "alias" {
		t.Errorf("%v, want a conflict at alias: %s", err, message)
	}
}

func TestService_RestoreManyRejectsLinkWithoutAliases(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		old := b.make(t, named("launch"))
		if _, err := b.Update(t.Context(), b.owner, old.ID, nil, func(d *link.Draft) { d.Alias = new("start") }); err != nil {
			t.Fatal(err)
		}
		if err := b.Delete(t.Context(), b.owner, old.ID); err != nil {
			t.Fatal(err)
		}
		if err := b.FreeAlias(t.Context(), b.owner, old.ID, ""); err != nil {
			t.Fatal(err)
		}
		b.make(t, named("launch"))
		b.make(t, named("start"))
		back, err := b.RestoreMany(t.Context(), b.owner, []string{old.ID})
		if err != nil || !fault.Is(back[0].Err, fault.NotFound) {
			t.Errorf("%+v, %v", back, err)
		}
		if page, err := b.Tombstones(t.Context(), b.owner, "", 10, ""); err != nil || page.Total != 0 || len(page.Tombstones) != 0 {
			t.Errorf("%+v, %v", page, err)
		}
		if _, err := b.History(t.Context(), b.owner, old.ID); err != nil {
			t.Errorf("its history went: %v", err)
		}
	})
}

func TestService_TombstonesPagesAndSearch(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		var want []string
		for _, alias := range []string{"one", "two", "three", "four", "five"} {
			l := b.make(t, named(alias))
			b.clock.Advance(time.Second)
			if err := b.Delete(t.Context(), b.owner, l.ID); err != nil {
				t.Fatal(err)
			}
			want = append([]string{alias}, want...)
		}
		b.make(t, named("alive"))
		var got []string
		for cursor := ""; ; {
			page, err := b.Tombstones(t.Context(), b.owner, "", 2, cursor)
			if err != nil || page.Total != 5 {
				t.Fatalf("%+v, %v", page, err)
			}
			for _, tomb := range page.Tombstones {
				got = append(got, tomb.Aliases...)
			}
			if cursor = page.NextCursor; cursor == "" {
				break
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		found, err := b.Tombstones(t.Context(), b.owner, "THRE", 2, "")
		if err != nil || found.Total != 1 || found.Tombstones[0].Aliases[0] != "three" {
			t.Errorf("%+v, %v", found, err)
		}
	})
}

func TestService_FreeAliasRequiresAdmin(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		l := b.make(t, named("launch"))
		if err := b.Delete(t.Context(), b.owner, l.ID); err != nil {
			t.Fatal(err)
		}
		for role, want := range map[access.Role]fault.Code{access.Viewer: fault.Forbidden, access.Editor: fault.Forbidden, access.Admin: ""} {
			a := b.owner
			a.Role = role
			if err := b.FreeAlias(t.Context(), a, l.ID, ""); fault.CodeOf(err) != want {
				t.Errorf("%s: %v", role, err)
			}
		}
		stranger := b.owner
		stranger.WorkspaceID = "wsp_0000000000000"
		if err := b.FreeAlias(t.Context(), stranger, l.ID, ""); !fault.Is(err, fault.NotFound) {
			t.Errorf("a stranger: %v", err)
		}
	})
}

func TestService_BoundsTheAliasesOfDeletedLinks(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		b.limit.Store(2)
		var last *link.Link
		for i := range 2 * link.TombstonesPerLink {
			last = b.make(t, named(fmt.Sprintf("squat-%d", i)))
			if err := b.Delete(t.Context(), b.owner, last.ID); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := b.Create(t.Context(), b.owner, named("one-more")); !fault.Is(err, fault.LimitReached) {
			t.Fatalf("beyond the bound: %v", err)
		}
		if _, err := b.Create(t.Context(), b.stranger(t), named("theirs")); err != nil {
			t.Errorf("another workspace: %v", err)
		}
		if err := b.FreeAlias(t.Context(), b.owner, last.ID, ""); err != nil {
			t.Fatal(err)
		}
		b.make(t, named("one-more"))
	})
}
