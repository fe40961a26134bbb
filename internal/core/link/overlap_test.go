package link_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/domain"
	"linnet/internal/core/link"
	"linnet/internal/testkit"
)

// stranger returns the owner of another workspace on the same install.
func (b *bench) stranger(t *testing.T) access.Actor {
	t.Helper()
	return testkit.Owner(t, b.store)
}

func TestService_ReservesPathsBelowAnAlias(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		other := b.stranger(t)
		b.make(t, named("docs/*"))
		b.make(t, named("Alpha"))
		b.make(t, named("deep/er/est"))
		b.make(t, named("größe/*"))
		refused := map[string]string{
			"docs": "inside", "docs/login": "inside", "DOCS/a/b": "inside", "docs/v1/*": "inside", "größe/ä": "inside",
			"alpha/login": "inside", "ALPHA/a/b": "inside", "alpha/a/*": "inside", "deep/er/est/x": "inside",
			"alpha/*": "above", "deep/*": "above", "deep/er/*": "above", "deep/er/est/*": "above",
		}
		for alias, what := range refused {
			_, err := b.Create(t.Context(), other, named(alias))
			if !fault.Is(err, fault.Conflict) || strings.Join(fieldsOf(err), ",") != "alias" {
				t.Errorf("%s (%s): Create = %v, want a conflict on alias", alias, what, err)
			}
			got, err := b.AliasAvailable(t.Context(), other, "", alias)
			if err != nil || got.Available || !strings.Contains(got.Reason, "nother workspace") {
				t.Errorf("%s (%s): AliasAvailable = %+v, %v", alias, what, got, err)
			}
		}
		for _, alias := range []string{"doc", "docs-2", "docsy/x", "alphabet/x", "deep/er", "deep", "deep/e/*", "gro"} {
			if got, err := b.AliasAvailable(t.Context(), other, "", alias); err != nil || !got.Available {
				t.Errorf("%s is outside: %+v, %v", alias, got, err)
			}
			if _, err := b.Create(t.Context(), other, named(alias)); err != nil {
				t.Errorf("%s is outside: %v", alias, err)
			}
		}
		for _, alias := range []string{"docs", "docs/start", "docs/v1/*", "größe/x", "alpha/x", "alpha/*"} { // the owner may
			b.make(t, named(alias))
		}
	})
}

func TestService_ReservesPathsAgainstRenamesAndAfterDeletion(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		other := b.stranger(t)
		docs := b.make(t, named("docs/*"))
		b.make(t, named("alpha"))
		theirs, err := b.Create(t.Context(), other, named("harmless"))
		if err != nil {
			t.Fatal(err)
		}
		for _, alias := range []string{"docs/login", "docs", "alpha/*"} {
			_, err := b.Update(t.Context(), other, theirs.ID, nil, func(d *link.Draft) { d.Alias = new(alias) })
			if !fault.Is(err, fault.Conflict) {
				t.Errorf("renamed to %s: %v", alias, err)
			}
		}
		if err := b.Delete(t.Context(), b.owner, docs.ID); err != nil {
			t.Fatal(err)
		}
		if _, err := b.Create(t.Context(), other, named("docs/login")); !fault.Is(err, fault.Conflict) {
			t.Errorf("below a tombstone: %v", err)
		}
		if err := b.FreeAlias(t.Context(), b.owner, docs.ID, ""); err != nil {
			t.Fatal(err)
		}
		if _, err := b.Create(t.Context(), other, named("docs/login")); err != nil {
			t.Errorf("below a freed alias: %v", err)
		}
		// A restored link finds the path taken.
		if _, err := b.Create(t.Context(), b.owner, named("docs/*")); !fault.Is(err, fault.Conflict) {
			t.Errorf("above what has been taken since: %v", err)
		}
	})
}

// An alias above those of another workspace reserves what is below it from then on.
// What was there remains, also through deletion and restoration.
func TestService_KeepsAliasesBelowALaterOne(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		other := b.stranger(t)
		below, err := b.Create(t.Context(), other, named("beta/x"))
		if err != nil {
			t.Fatal(err)
		}
		b.make(t, named("beta"))
		for _, alias := range []string{"beta/y", "beta/x/y", "beta/z/*"} {
			if _, err := b.Create(t.Context(), other, named(alias)); !fault.Is(err, fault.Conflict) {
				t.Errorf("%s: %v", alias, err)
			}
			if _, err := b.Update(t.Context(), other, below.ID, nil, func(d *link.Draft) { d.Alias = new(alias) }); !fault.Is(err, fault.Conflict) {
				t.Errorf("renamed to %s: %v", alias, err)
			}
		}
		title := "Still mine"
		if _, err := b.Update(t.Context(), other, below.ID, nil, func(d *link.Draft) { d.Title = title }); err != nil {
			t.Errorf("a change of another field: %v", err)
		}
		if err := b.Delete(t.Context(), other, below.ID); err != nil {
			t.Fatal(err)
		}
		restored, err := b.RestoreMany(t.Context(), other, []string{below.ID})
		if err != nil || restored[0].Err != nil || restored[0].Link.Alias() != "beta/x" {
			t.Errorf("restored: %+v, %v", restored, err)
		}
	})
}

func TestService_ReservesWhatEveryHostServes(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		const host = "go.brand.example"
		testkit.Domain(t, b.store, b.owner.WorkspaceID, host)
		for _, name := range domain.ServedPaths() {
			for _, on := range []string{"", host} {
				for _, alias := range []string{name, strings.ToUpper(name), name + "/x", name + "/*"} {
					draft := named(alias)
					draft.Domain = on
					_, err := b.Create(t.Context(), b.owner, draft)
					if !fault.Is(err, fault.Conflict) || strings.Join(fieldsOf(err), ",") != "alias" || !strings.Contains(err.Error(), "reserved") {
						t.Errorf("%s on %q: %v", alias, on, err)
					}
					if got, err := b.AliasAvailable(t.Context(), b.owner, on, alias); err != nil || got.Available {
						t.Errorf("%s on %q: AliasAvailable = %+v, %v", alias, on, got, err)
					}
				}
			}
		}
	})
}

// Of a wildcard and an alias below it, created by two workspaces at once, one
// must win: never both.
func TestService_ReservesPathsUnderConcurrency(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		b.limit.Store(10_000)
		other := b.stranger(t)
		for round := range 15 {
			errs := make([]error, 4)
			var wait sync.WaitGroup
			start := make(chan struct{})
			for i, c := range []struct {
				by    access.Actor
				alias string
			}{
				{b.owner, fmt.Sprintf("r%d/*", round)}, {other, fmt.Sprintf("r%d/login", round)},
				{other, fmt.Sprintf("r%d", round)}, {other, fmt.Sprintf("r%d/a/*", round)},
			} {
				wait.Go(func() {
					<-start
					_, errs[i] = b.Create(t.Context(), c.by, named(c.alias))
				})
			}
			close(start)
			wait.Wait()
			for i, err := range errs {
				if err != nil && !fault.Is(err, fault.Conflict) {
					t.Fatalf("round %d: %v", round, err)
				}
				if i > 0 && err == nil && errs[0] == nil {
					t.Fatalf("round %d: both the wildcard and alias %d were created", round, i)
				}
			}
		}
	})
}
