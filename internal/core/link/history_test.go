package link_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/link"
	"linnet/internal/core/media"
	"linnet/internal/core/routing"
	"linnet/internal/testkit"
)

func TestService_RevertRestoresVersion(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		made := b.make(t, fullDraft())
		b.clock.Advance(time.Second)
		b.update(t, made.ID, func(d *link.Draft) {
			d.Alias = new("renamed")
			d.URL = "https://example.com/2"
			d.Rules = []routing.Rule{}
			d.Split = nil
			d.ExpiresAt = time.Time{}
			d.Tags = []string{}
			d.Status = link.Archived
		})
		b.clock.Advance(time.Second)
		back, err := b.Revert(t.Context(), b.owner, made.ID, 1)
		if err != nil {
			t.Fatal(err)
		}
		want := *made
		want.Version, want.UpdatedAt = 3, made.CreatedAt.Add(2*time.Second)
		want.Aliases = append(slices.Clone(made.Aliases), "renamed")
		// The rules were away, so that they come back under new ids.
		ignore := cmpopts.IgnoreFields(routing.Rule{}, "ID")
		if diff := cmp.Diff(&want, back, ignore, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("gone back: %s", diff)
		}
		b.clock.Advance(time.Second)
		if err := b.Delete(t.Context(), b.owner, made.ID); err != nil {
			t.Fatal(err)
		}
		versions, err := b.History(t.Context(), b.owner, made.ID)
		if err != nil {
			t.Fatal(err)
		}
		kinds := []event.Kind{}
		for _, v := range versions {
			kinds = append(kinds, v.Kind)
		}
		if want := []event.Kind{event.LinkDeleted, event.LinkUpdated, event.LinkUpdated, event.LinkCreated}; !slices.Equal(kinds, want) {
			t.Errorf("history %q, want %q", kinds, want)
		}
		if first := versions[3]; first.Snapshot.URL != made.URL || first.ActorID != b.owner.UserID || !first.At.Equal(made.CreatedAt) || !first.Snapshot.HasPassword {
			t.Errorf("the first version is %+v", first)
		}
		if got, want := changed(versions[2]), []string{"alias", "url", "tags", "status", "expiresAt", "rules", "split"}; !slices.Equal(got, want) {
			t.Errorf("the second version changed %q, want %q", got, want)
		}
		if got := versions[2].Changes[1]; got.From != made.URL || got.To != "https://example.com/2" {
			t.Errorf("the destination went from %v to %v", got.From, got.To)
		}
		if len(versions[0].Changes) > 0 || versions[2].ActorName == "" {
			t.Errorf("the end changed %q; by %q", changed(versions[0]), versions[2].ActorName)
		}
		for name, err := range map[string]error{
			"a version that is not": errOf(b.Revert(t.Context(), b.owner, made.ID, 99)),
			"a deleted link":        errOf(b.Revert(t.Context(), b.owner, made.ID, 1)),
			"a stranger":            errOf(b.History(t.Context(), testkit.Owner(t, b.store), made.ID)),
		} {
			if !fault.Is(err, fault.NotFound) {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

func errOf[T any](_ T, err error) error { return err }

// changed returns the names of a version's changed fields.
func changed(v link.Version) []string {
	out := []string{}
	for _, c := range v.Changes {
		out = append(out, c.Field)
	}
	return out
}

func TestService_HistoryHidesPassword(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		made := b.make(t, link.Draft{})
		for _, password := range []string{"first-secret", "second-secret", ""} {
			b.clock.Advance(time.Second)
			b.update(t, made.ID, func(d *link.Draft) { d.Password = new(password) })
		}
		versions, err := b.History(t.Context(), b.owner, made.ID)
		if err != nil {
			t.Fatal(err)
		}
		want := [][]link.FieldChange{
			{{Field: "hasPassword", From: true, To: false}}, {{Field: "password"}}, {{Field: "hasPassword", From: false, To: true}},
		}
		for i := range want {
			if diff := cmp.Diff(want[i], versions[i].Changes); diff != "" {
				t.Errorf("version %d: %s", versions[i].Snapshot.Version, diff)
			}
		}
		if first := changed(versions[3]); !slices.Equal(first, []string{"alias", "url"}) {
			t.Errorf("the first version set %q", first)
		}
	})
}

func TestService_ReportsDecodeErrorsWithOtherFields(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		unread := []fault.Field{{Field: "maxClicks", Message: "Must be a whole number."}, {Field: "url", Message: "Must be a string."}}
		alias := "a b"
		_, err := b.Create(t.Context(), b.owner, link.Draft{Alias: &alias, DecodeErrors: unread})
		if got := fieldsOf(err); !slices.Equal(got, []string{"alias", "maxClicks", "url"}) {
			t.Errorf("create: %q", got)
		}
		made := b.make(t, link.Draft{})
		_, err = b.Update(t.Context(), b.owner, made.ID, nil, func(d *link.Draft) { d.Alias = new(alias); d.DecodeErrors = unread[:1] })
		if got := fieldsOf(err); !slices.Equal(got, []string{"alias", "maxClicks"}) {
			t.Errorf("update: %q", got)
		}
	})
}

func TestService_EditsListsChangesOfAllLinks(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		begin := b.clock.Now()
		first := b.make(t, link.Draft{Settings: link.Settings{URL: "https://example.com/1"}})
		second := b.make(t, link.Draft{Settings: link.Settings{URL: "https://example.com/2"}})
		b.clock.Advance(time.Minute)
		b.update(t, first.ID, func(d *link.Draft) { d.URL = "https://example.com/3"; d.Title = "New" })
		b.clock.Advance(time.Minute)
		if err := b.Delete(t.Context(), b.owner, second.ID); err != nil {
			t.Fatal(err)
		}
		end := b.clock.Now().Add(time.Millisecond)
		edits, err := b.Edits(t.Context(), b.owner, nil, begin, end)
		if err != nil {
			t.Fatal(err)
		}
		if len(edits) != 2 || edits[0].LinkID != second.ID || edits[0].Kind != event.LinkDeleted || edits[1].LinkID != first.ID {
			t.Fatalf("%+v", edits)
		}
		if got, want := changed(edits[1].Version), []string{"url", "title"}; !slices.Equal(got, want) {
			t.Errorf("changed %q, want %q", got, want)
		}
		for name, tt := range map[string]struct {
			links      []string
			start, end time.Time
			want       int
		}{
			"of one link":       {[]string{first.ID}, begin, end, 1},
			"up to the first":   {nil, begin, begin.Add(time.Minute), 0},
			"from the first on": {nil, begin.Add(time.Minute), begin.Add(time.Minute + time.Millisecond), 1},
		} {
			if got, err := b.Edits(t.Context(), b.owner, tt.links, tt.start, tt.end); err != nil || len(got) != tt.want {
				t.Errorf("%s: %d edits, %v", name, len(got), err)
			}
		}
		for name, err := range map[string]error{
			"anonymous":  b.edits(t, access.Actor{}, nil, begin, end),
			"reversed":   b.edits(t, b.owner, nil, end, begin),
			"no start":   b.edits(t, b.owner, nil, time.Time{}, end),
			"no link id": b.edits(t, b.owner, []string{"x"}, begin, end),
		} {
			if err == nil {
				t.Errorf("%s: no fault", name)
			}
		}
	})
}

func (b *bench) edits(t *testing.T, a access.Actor, links []string, start, end time.Time) error {
	t.Helper()
	_, err := b.Edits(t.Context(), a, links, start, end)
	return err
}

func TestService_StoresTheLast100Versions(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		made := b.make(t, named("often"))
		for i := range link.MaxVersions + 20 {
			b.clock.Advance(time.Second)
			b.update(t, made.ID, func(d *link.Draft) { d.Title = fmt.Sprintf("Title %d", i) })
		}
		stored, err := b.store.EventsOf(t.Context(), b.owner.WorkspaceID, made.ID, 1_000)
		if err != nil || len(stored) != link.MaxVersions+1 {
			t.Errorf("%d versions are stored, %v", len(stored), err)
		}
		listed, err := b.History(t.Context(), b.owner, made.ID)
		if err != nil || len(listed) != link.MaxVersions {
			t.Fatalf("%d versions are listed, %v", len(listed), err)
		}
		if oldest := listed[len(listed)-1]; len(oldest.Changes) != 1 || oldest.Changes[0].Field != "title" {
			t.Errorf("the oldest version tells %+v", oldest.Changes)
		}
	})
}

func TestService_ListsHistoryUpToABoundOfBytes(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		d := named("heavy")
		d.Rules = []routing.Rule{ruleOf(60 << 10)}
		made := b.make(t, d)
		for i := range 90 {
			b.clock.Advance(time.Second)
			b.update(t, made.ID, func(d *link.Draft) { d.Title = fmt.Sprintf("Title %d", i) })
		}
		listed, err := b.History(t.Context(), b.owner, made.ID)
		if err != nil || len(listed) < 50 || len(listed) > 80 {
			t.Errorf("%d versions of 60 KiB are listed, %v; want about 4 MiB of them", len(listed), err)
		}
		edits, err := b.Edits(t.Context(), b.owner, nil, testkit.Day(), b.clock.Now().Add(time.Second))
		if err != nil || len(edits) < 25 || len(edits) > 50 {
			t.Errorf("%d edits of two versions each are listed, %v; want about 4 MiB of them", len(edits), err)
		}
	})
}

func TestService_CountsImagesAndLinksTogether(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		const limit = 1 << 20
		links := b.within(func(g *guards) { g.storage = limit })
		d := link.Draft{Settings: link.Settings{URL: "https://example.com/", Rules: []routing.Rule{ruleOf(60 << 10)}}}
		if _, err := links.Create(t.Context(), b.owner, d); err != nil {
			t.Fatal(err)
		}
		if err := insertImage(t, b, "mda_1", limit, limit); !fault.Is(err, fault.LimitReached) {
			t.Errorf("an image of all storage beside a link: %v", err)
		}
		if err := insertImage(t, b, "mda_2", limit-200<<10, limit); err != nil {
			t.Fatal(err)
		}
		b.clock.Advance(time.Hour)
		var err error
		created := 0
		for ; err == nil && created < 10; created++ {
			_, err = links.Create(t.Context(), b.owner, d)
		}
		var refused *fault.Error
		if !errors.As(err, &refused) || refused.Quota == nil || refused.Quota.Name != "storageMiB" || created != 3 {
			t.Errorf("link %d beside an image that leaves room for two: %v", created, err)
		}
	})
}

// insertImage stores the record of an image of a size within a limit, in bytes.
func insertImage(t *testing.T, b *bench, id string, size, limit int64) error {
	t.Helper()
	m := media.Media{ID: id, WorkspaceID: b.owner.WorkspaceID, Hash: id, Width: 1, Height: 1, Bytes: size, CreatedBy: b.owner.UserID}
	return b.store.InsertMedia(t.Context(), m, limit, event.New(b.owner.By(), event.MediaUploaded, m.WorkspaceID, id,
		event.Created(event.Media{Bytes: size}), b.clock.Now()))
}

func TestService_BoundsTheBytesOfAWorkspace(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		links := b.within(func(g *guards) { g.storage = 1 << 20 })
		d := link.Draft{Settings: link.Settings{URL: "https://example.com/", Rules: []routing.Rule{ruleOf(60 << 10)}}}
		var ids []string
		var err error
		for err == nil && len(ids) < 100 {
			var l *link.Link
			if l, err = links.Create(t.Context(), b.owner, d); err == nil {
				ids = append(ids, l.ID)
			}
		}
		if !fault.Is(err, fault.LimitReached) || len(ids) < 10 || len(ids) > 17 {
			t.Fatalf("%d links of 60 KiB were stored within 1 MiB: %v", len(ids), err)
		}
		if _, err := links.Update(t.Context(), b.owner, ids[0], nil, func(d *link.Draft) { d.Title = "new" }); !fault.Is(err, fault.LimitReached) {
			t.Errorf("a change beyond the limit: %v", err)
		}
		for _, id := range ids[5:] { // deleting works at the limit, and freeing makes room
			if err := links.Delete(t.Context(), b.owner, id); err != nil {
				t.Fatal(err)
			}
			if err := links.FreeAlias(t.Context(), b.owner, id, ""); err != nil {
				t.Fatal(err)
			}
		}
		b.clock.Advance(time.Minute)
		_, err = links.Update(t.Context(), b.owner, ids[0], nil, func(d *link.Draft) { d.Title = "new" })
		if bytes, sizeErr := b.store.StoredBytes(t.Context(), b.owner.WorkspaceID); err != nil {
			t.Errorf("after links were freed %d bytes are stored, %v: %v", bytes, sizeErr, err)
		}
	})
}
