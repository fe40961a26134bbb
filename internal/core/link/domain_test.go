package link_test

import (
	"slices"
	"testing"

	"linnet/internal/base/fault"
	"linnet/internal/core/link"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

func TestService_DeleteOnDomainDeletesLinksAndFreesAliases(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		b := newBench(t, s)
		var drafts []link.Draft
		for _, alias := range []string{"one", "two", "three"} {
			drafts = append(drafts, link.Draft{Alias: &alias, Settings: link.Settings{URL: "https://example.com/"}})
		}
		made, err := b.CreateMany(t.Context(), b.owner, drafts)
		if err != nil {
			t.Fatal(err)
		}
		removed := made[0].Link
		if err := b.Delete(t.Context(), b.owner, removed.ID); err != nil { // its alias stays taken
			t.Fatal(err)
		}
		for range 2 { // a repeated call changes nothing
			if err := b.DeleteOnDomain(t.Context(), b.owner.WorkspaceID, removed.DomainID); err != nil {
				t.Fatal(err)
			}
		}
		if n, err := b.Count(t.Context(), b.owner); err != nil || n != 0 {
			t.Errorf("%d links, %v", n, err)
		}
		if page, err := b.Tombstones(t.Context(), b.owner, "", 10, ""); err != nil || page.Total != 0 {
			t.Errorf("%d tombstones, %v", page.Total, err)
		}
		restored, err := b.RestoreMany(t.Context(), b.owner, []string{made[1].Link.ID})
		if err != nil || !fault.Is(restored[0].Err, fault.NotFound) {
			t.Errorf("restoring a link: %v, %v", restored, err)
		}
	})
}

func TestService_NewLinksAreOnTheDomainOfTheWorkspace(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		const host = "go.brand.example"
		before := b.make(t, named("spring"))
		testkit.NewLinksOn(t, b.store, b.owner.WorkspaceID, testkit.Domain(t, b.store, b.owner.WorkspaceID, host).ID)
		if l := b.make(t, named("spring")); l.Domain != host {
			t.Errorf("a new link is on %s", l.Domain)
		}
		own := named("autumn")
		own.Domain = testkit.Host
		if l := b.make(t, own); l.Domain != testkit.Host {
			t.Errorf("a link on %s is on %s", own.Domain, l.Domain)
		}
		if got, err := b.AliasAvailable(t.Context(), b.owner, "", "autumn"); err != nil || !got.Available {
			t.Errorf("an alias that is free on %s: %+v, %v", host, got, err)
		}
		// The same arguments find the same link, whatever the workspace chooses.
		if got, err := b.Lookup(t.Context(), b.owner, "", "spring"); err != nil || got.ID != before.ID {
			t.Errorf("Lookup = %+v, %v", got, err)
		}
	})
}

func TestBuilder_BuildsLinksOnTheDomainOfTheWorkspace(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		const host = "go.brand.example"
		testkit.NewLinksOn(t, b.store, b.owner.WorkspaceID, testkit.Domain(t, b.store, b.owner.WorkspaceID, host).ID)
		builder, err := b.Builder(b.owner)
		if err != nil {
			t.Fatal(err)
		}
		if on, err := builder.Domain(t.Context(), ""); err != nil || on.Host != host {
			t.Errorf("Domain = %s, %v", on.Host, err)
		}
		for range 2 { // the second time from the cache
			if l, err := builder.Build(t.Context(), named("spring")); err != nil || l.Domain != host {
				t.Errorf("Build = %+v, %v", l, err)
			}
			loop := named("loop")
			loop.URL = "http://" + testkit.Host + "/x"
			if _, err := builder.Build(t.Context(), loop); !slices.Equal(fieldsOf(err), []string{"url"}) {
				t.Errorf("a destination on the default domain: %v", err)
			}
		}
	})
}
