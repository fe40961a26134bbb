package link_test

import (
	"fmt"
	"slices"
	"testing"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/link"
	"linnet/internal/testkit"
)

func codes(results []link.Result) []fault.Code {
	out := make([]fault.Code, len(results))
	for i, r := range results {
		out[i] = fault.CodeOf(r.Err)
	}
	return out
}

func TestManyHaveAResultEach(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		b.limit.Store(4)
		made, err := b.CreateMany(t.Context(), b.owner, []link.Draft{
			named("one"), {URL: "nonsense"}, named("ONE"), {URL: "https://example.com/"}, named("pricing"),
			{URL: "https://example.com/", FolderID: "fld_none"}, named("two"), named("three"), named("four"),
		})
		want := []fault.Code{"", fault.Invalid, fault.Conflict, "", fault.Conflict, fault.Invalid, "", "", fault.LimitReached}
		if err != nil || !slices.Equal(codes(made), want) {
			t.Fatalf("got %q, %v; want %q", codes(made), err, want)
		}
		for i, r := range made {
			if (r.Link == nil) != (want[i] != "") {
				t.Errorf("result %d: %+v beside %v", i, r.Link, r.Err)
			}
		}
		one, two, three := made[0].Link.ID, made[6].Link.ID, made[7].Link.ID
		changed, err := b.UpdateMany(t.Context(), b.owner, []link.Change{
			{ID: one, Patch: link.Patch{Title: link.To("A")}},
			{ID: two, IfVersion: 9, Patch: link.Patch{Title: link.To("B")}},
			{ID: "lnk_none", Patch: link.Patch{Title: link.To("C")}},
			{ID: three, Patch: link.Patch{Alias: link.To("two")}},
			{ID: one, Patch: link.Patch{Comments: link.To("both")}},
			{ID: two, Patch: link.Patch{URL: link.To("")}},
		})
		want = []fault.Code{"", fault.PreconditionFailed, fault.NotFound, fault.Conflict, "", fault.Invalid}
		if err != nil || !slices.Equal(codes(changed), want) {
			t.Fatalf("got %q, %v; want %q", codes(changed), err, want)
		}
		if got, err := b.Get(t.Context(), b.owner, one); err != nil || got.Title != "A" || got.Comments != "both" || got.Version != 3 {
			t.Errorf("two changes of one link left %+v, %v", got, err)
		}
		gone, err := b.DeleteMany(t.Context(), b.owner, []string{two, "lnk_none", one})
		if want := []fault.Code{"", fault.NotFound, ""}; err != nil || !slices.Equal(codes(gone), want) {
			t.Errorf("got %q, %v; want %q", codes(gone), err, want)
		}
		if left := b.aliases(t, link.Filter{Sort: link.ByAlias, Search: "three"}); !slices.Equal(left, []string{"three"}) {
			t.Errorf("left: %q", left)
		}
	})
}

func TestADeleteCanBeUndone(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		b.limit.Store(3)
		made := b.make(t, fullDraft())
		b.make(t, named("second"))
		ids := []string{made.ID, "lnk_none"}
		if _, err := b.DeleteMany(t.Context(), b.owner, ids); err != nil {
			t.Fatal(err)
		}
		back, err := b.RestoreMany(t.Context(), b.owner, ids)
		if want := []fault.Code{"", fault.NotFound}; err != nil || !slices.Equal(codes(back), want) {
			t.Fatalf("got %q, %v", codes(back), err)
		}
		got, err := b.Get(t.Context(), b.owner, made.ID)
		if err != nil || got.URL != made.URL || got.PasswordHash != made.PasswordHash || got.Version != 2 || !slices.Equal(got.Aliases, made.Aliases) {
			t.Errorf("restored: %+v, %v", got, err)
		}
		if again, err := b.RestoreMany(t.Context(), b.owner, ids[:1]); err != nil || !fault.Is(again[0].Err, fault.NotFound) {
			t.Errorf("restored twice: %+v, %v", again, err)
		}
		if err := b.Delete(t.Context(), b.owner, made.ID); err != nil {
			t.Fatal(err)
		}
		b.make(t, named("third"))
		b.make(t, named("fourth"))
		if full, err := b.RestoreMany(t.Context(), b.owner, ids[:1]); err != nil || !fault.Is(full[0].Err, fault.LimitReached) {
			t.Errorf("restored into a full plan: %+v, %v", full, err)
		}
	})
}

func TestAThousandAtOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		drafts := make([]link.Draft, link.MaxMany+1)
		for i := range drafts {
			drafts[i] = link.Draft{URL: fmt.Sprintf("https://example.com/%d", i), Tags: []string{"import"}}
		}
		if _, err := b.CreateMany(t.Context(), b.owner, drafts); !fault.Is(err, fault.Invalid) {
			t.Errorf("1,001 links: %v", err)
		}
		made, err := b.CreateMany(t.Context(), b.owner, drafts[:link.MaxMany])
		if err != nil {
			t.Fatal(err)
		}
		ids := make([]string, len(made))
		for i, r := range made {
			if r.Err != nil || r.Link.URL != drafts[i].URL {
				t.Fatalf("link %d: %+v, %v", i, r.Link, r.Err)
			}
			ids[i] = r.Link.ID
		}
		if n, err := b.Count(t.Context(), b.owner); err != nil || n != link.MaxMany {
			t.Errorf("%d links, %v", n, err)
		}
		if gone, err := b.DeleteMany(t.Context(), b.owner, ids); err != nil || slices.ContainsFunc(gone, func(r link.Result) bool { return r.Err != nil }) {
			t.Errorf("delete: %v", err)
		}
	})
}

func TestManyNeedThePermission(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		l := b.make(t, named("ours"))
		viewer, stranger := b.owner, testkit.Owner(t, b.store)
		viewer.Role = access.Viewer
		_, createErr := b.CreateMany(t.Context(), viewer, nil)
		_, updateErr := b.UpdateMany(t.Context(), viewer, nil)
		_, deleteErr := b.DeleteMany(t.Context(), viewer, nil)
		_, restoreErr := b.RestoreMany(t.Context(), viewer, nil)
		for _, err := range []error{createErr, updateErr, deleteErr, restoreErr} {
			if !fault.Is(err, fault.Forbidden) {
				t.Errorf("a viewer: %v", err)
			}
		}
		if got, err := b.DeleteMany(t.Context(), stranger, []string{l.ID}); err != nil || !fault.Is(got[0].Err, fault.NotFound) {
			t.Errorf("a stranger: %+v, %v", got, err)
		}
	})
}
