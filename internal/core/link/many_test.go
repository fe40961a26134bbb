package link_test

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/domain"
	"linnet/internal/core/link"
	"linnet/internal/core/routing"
	"linnet/internal/testkit"
)

func codes(results []link.Result) []fault.Code {
	out := make([]fault.Code, len(results))
	for i, r := range results {
		out[i] = fault.CodeOf(r.Err)
	}
	return out
}

func TestService_BulkCallsReturnAResultPerLink(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		b.limit.Store(4)
		made, err := b.CreateMany(t.Context(), b.owner, []link.Draft{
			named("one"), {Settings: link.Settings{URL: "nonsense"}}, named("ONE"), {Settings: link.Settings{URL: "https://example.com/"}}, named("pricing"),
			{Settings: link.Settings{URL: "https://example.com/", FolderID: "fld_none"}}, named("two"), named("three"), named("four"),
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
			{Target: link.Target{ID: one}, Edit: func(d *link.Draft) { d.Title = "A" }},
			{Target: link.Target{ID: two, IfVersions: []int64{9}}, Edit: func(d *link.Draft) { d.Title = "B" }},
			{Target: link.Target{ID: "lnk_none"}, Edit: func(d *link.Draft) { d.Title = "C" }},
			{Target: link.Target{ID: three}, Edit: func(d *link.Draft) { d.Alias = new("two") }},
			{Target: link.Target{ID: made[3].Link.ID}, Edit: func(d *link.Draft) { d.URL = "" }},
		})
		want = []fault.Code{"", fault.PreconditionFailed, fault.NotFound, fault.Conflict, fault.Invalid}
		if err != nil || !slices.Equal(codes(changed), want) {
			t.Fatalf("got %q, %v; want %q", codes(changed), err, want)
		}
		if got, err := b.Get(t.Context(), b.owner, one); err != nil || got.Title != "A" || got.Version != 2 {
			t.Errorf("the change left %+v, %v", got, err)
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

func TestService_RestoreManyUndoesDelete(t *testing.T) {
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

func TestService_BulkCallsHandleAThousandLinks(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		drafts := make([]link.Draft, link.MaxMany+1)
		for i := range drafts {
			drafts[i] = link.Draft{Settings: link.Settings{URL: fmt.Sprintf("https://example.com/%d", i), Tags: []string{"import"}}}
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

func TestService_BulkCallsRequirePermission(t *testing.T) {
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

func TestService_RefusesALinkNamedTwiceInOneCall(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		id := b.make(t, named("one")).ID
		_, err := b.UpdateMany(t.Context(), b.owner, []link.Change{{Target: link.Target{ID: id}}, {Target: link.Target{ID: "lnk_none"}}, {Target: link.Target{ID: id}}})
		if got := fieldsOf(err); !slices.Equal(got, []string{"links[2].id"}) {
			t.Errorf("UpdateMany blames %q: %v", got, err)
		}
		for name, call := range map[string]func(context.Context, access.Actor, []string) ([]link.Result, error){
			"DeleteMany": b.DeleteMany, "RestoreMany": b.RestoreMany,
		} {
			_, err := call(t.Context(), b.owner, []string{id, id})
			if got := fieldsOf(err); !slices.Equal(got, []string{"ids[1]"}) {
				t.Errorf("%s blames %q: %v", name, got, err)
			}
		}
	})
}

func TestService_BoundsTheVersionsThatOneCallStores(t *testing.T) {
	testkit.Long(t)
	onBoth(t, func(t *testing.T, b *bench) {
		d := link.Draft{Settings: link.Settings{URL: "https://example.com/", Rules: []routing.Rule{ruleOf(60 << 10)}}}
		changes := make([]link.Change, 0, 250)
		for range 5 {
			made, err := b.CreateMany(t.Context(), b.owner, slices.Repeat([]link.Draft{d}, 50))
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range made {
				changes = append(changes, link.Change{Target: link.Target{ID: r.Link.ID}, Edit: func(d *link.Draft) { d.Title = "new" }})
			}
		}
		before, err := b.store.StoredBytes(t.Context(), b.owner.WorkspaceID)
		if err != nil {
			t.Fatal(err)
		}
		results, err := b.UpdateMany(t.Context(), b.owner, changes)
		if err != nil {
			t.Fatal(err)
		}
		after, err := b.store.StoredBytes(t.Context(), b.owner.WorkspaceID)
		if stored := after - before; err != nil || stored > 16<<20 || stored == 0 {
			t.Errorf("one call stored %d bytes, %v", stored, err)
		}
		if got := codes(results)[249]; got != fault.TooLarge {
			t.Errorf("the last result is %q, want too_large", got)
		}
	})
}

// hashCounter counts hashes.
type hashCounter struct{ n int }

func (c *hashCounter) Hash(_ context.Context, plain string) (string, error) {
	c.n++
	return "hash of " + plain, nil
}

func TestService_HashesPasswordsLast(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		hashes := &hashCounter{}
		links := link.New(link.Deps{Store: b.store, Domains: domain.New(domain.Deps{Store: b.store, Clock: b.clock}), Hasher: hashes, Clock: b.clock}, b.guards)
		locked := func(n int) []link.Draft {
			return slices.Repeat([]link.Draft{{Password: new("secret"), Settings: link.Settings{URL: "https://example.com/"}}}, n)
		}
		if _, err := links.CreateMany(t.Context(), b.owner, locked(link.MaxNewPasswords+1)); !fault.Is(err, fault.Invalid) || hashes.n != 0 {
			t.Errorf("%d passwords in a call: %v after %d hashes", link.MaxNewPasswords+1, err, hashes.n)
		}
		b.limit.Store(3)
		made, err := links.CreateMany(t.Context(), b.owner, locked(5))
		want := []fault.Code{"", "", "", fault.LimitReached, fault.LimitReached}
		if err != nil || !slices.Equal(codes(made), want) || hashes.n != 3 {
			t.Errorf("5 links where 3 have room: %q, %v after %d hashes", codes(made), err, hashes.n)
		}
		if made[0].Link.PasswordHash != "hash of secret" {
			t.Errorf("the hash is %q", made[0].Link.PasswordHash)
		}
		changes := make([]link.Change, link.MaxNewPasswords+1)
		for i := range changes {
			changes[i] = link.Change{Target: link.Target{ID: ident.New(ident.Link)}, Edit: func(d *link.Draft) { d.Password = new("secret") }}
		}
		if _, err := links.UpdateMany(t.Context(), b.owner, changes); !fault.Is(err, fault.Invalid) {
			t.Errorf("%d new passwords in a call: %v", len(changes), err)
		}
	})
}

func TestService_UpdateEachHashesOnePasswordForAllLinks(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		hashes := &hashCounter{}
		links := link.New(link.Deps{Store: b.store, Domains: domain.New(domain.Deps{Store: b.store, Clock: b.clock}), Hasher: hashes, Clock: b.clock}, b.guards)
		made, err := links.CreateMany(t.Context(), b.owner, slices.Repeat([]link.Draft{{Settings: link.Settings{URL: "https://example.com/"}}}, 30))
		if err != nil {
			t.Fatal(err)
		}
		targets := make([]link.Target, len(made))
		for i, r := range made {
			targets[i].ID = r.Link.ID
		}
		targets[0].IfVersions = []int64{9}
		edit := func(d *link.Draft) { d.Password = new("secret"); d.URL = "https://example.org/" }
		results, err := links.UpdateEach(t.Context(), b.owner, targets, edit)
		if err != nil || hashes.n != 1 || !fault.Is(results[0].Err, fault.PreconditionFailed) {
			t.Fatalf("%d hashes, %v: %q", hashes.n, err, codes(results))
		}
		for _, r := range results[1:] {
			if r.Err != nil || r.Link.PasswordHash != "hash of secret" || r.Link.URL != "https://example.org/" || r.Link.Version != 2 {
				t.Fatalf("a result is %+v, %v", r.Link, r.Err)
			}
		}
		short := func(d *link.Draft) { d.Password = new("abc") }
		if results, err = links.UpdateEach(t.Context(), b.owner, targets, short); err != nil || !fault.Is(results[5].Err, fault.Invalid) || hashes.n != 1 {
			t.Errorf("a short password: %v, %q after %d hashes", err, codes(results), hashes.n)
		}
		if _, err := links.UpdateEach(t.Context(), b.owner, append(targets, targets[0]), edit); !fault.Is(err, fault.Invalid) {
			t.Errorf("a repeated link: %v", err)
		}
		if _, err := links.UpdateEach(t.Context(), b.owner, make([]link.Target, link.MaxMany+1), edit); !fault.Is(err, fault.Invalid) {
			t.Errorf("too many links: %v", err)
		}
	})
}

// slowHasher reports how many hashes of each workspace are at work at most.
type slowHasher struct {
	mu      sync.Mutex
	working int
	most    int
}

func (h *slowHasher) Hash(context.Context, string) (string, error) {
	h.mu.Lock()
	h.working++
	h.most = max(h.most, h.working)
	h.mu.Unlock()
	runtime.Gosched()
	h.mu.Lock()
	h.working--
	h.mu.Unlock()
	return "hash", nil
}

func TestService_HashesOnePasswordOfAWorkspaceAtATime(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		hasher := &slowHasher{}
		links := link.New(link.Deps{Store: b.store, Domains: domain.New(domain.Deps{Store: b.store, Clock: b.clock}), Hasher: hasher, Clock: b.clock}, b.guards)
		var calls sync.WaitGroup
		for range 8 {
			calls.Go(func() {
				if _, err := links.Create(t.Context(), b.owner, link.Draft{Password: new("secret"), Settings: link.Settings{URL: "https://example.com/"}}); err != nil {
					t.Error(err)
				}
			})
		}
		calls.Wait()
		if hasher.most != 1 {
			t.Errorf("%d hashes at once", hasher.most)
		}
	})
}
