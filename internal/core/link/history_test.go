package link_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"linnet/internal/base/fault"
	"linnet/internal/core/event"
	"linnet/internal/core/link"
	"linnet/internal/core/routing"
	"linnet/internal/testkit"
)

func TestHistoryTellsAndGoesBack(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		made := b.make(t, fullDraft())
		b.clk.Advance(time.Second)
		b.update(t, made.ID, link.Patch{
			Alias: link.To("renamed"), URL: link.To("https://example.com/2"), Rules: link.To([]routing.Rule{}), Split: link.To[[]routing.Branch](nil),
			ExpiresAt: link.To(time.Time{}), Tags: link.To([]string{}), Status: link.To(link.Archived),
		})
		b.clk.Advance(time.Second)
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
		b.clk.Advance(time.Second)
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
