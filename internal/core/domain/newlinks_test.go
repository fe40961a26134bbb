package domain_test

import (
	"errors"
	"testing"

	"linnet/internal/base/fault"
	"linnet/internal/core/domain"
	"linnet/internal/core/event"
	"linnet/internal/core/workspace"
	"linnet/internal/testkit"
)

func TestService_NewLinksAreOnTheChosenDomainWhileItServes(t *testing.T) {
	t.Parallel()
	benches(t, func(t *testing.T, b *bench) {
		workspaces := workspace.NewService(b.store, testkit.NoLimits, b.clock)
		d := b.verified(t, b.owner, "go.brand.example")
		check := func(when, host, chosen string) {
			t.Helper()
			on, err := b.Usable(t.Context(), b.owner.WorkspaceID, "")
			if err != nil || on.Host != host {
				t.Errorf("%s: new links are on %q, %v", when, on.Host, err)
			}
			if w, err := workspaces.Current(t.Context(), b.owner); err != nil || w.DefaultDomainID != chosen {
				t.Errorf("%s: the workspace has %q, %v", when, w.DefaultDomainID, err)
			}
		}
		check("before the choice", ownHost, "")
		testkit.NewLinksOn(t, b.store, b.owner.WorkspaceID, d.ID)
		check("chosen", d.Host, d.ID)
		b.dns.remove(d.Host)
		if got := b.verify(t, b.owner, d.ID); got.Status != domain.Failing {
			t.Fatalf("without records: %+v", got)
		}
		check("failing", d.Host, d.ID)
		if err := b.Delete(t.Context(), b.owner, d.ID); err != nil {
			t.Fatal(err)
		}
		check("deleted", ownHost, "")
		if _, err := workspaces.Rename(t.Context(), b.owner, "Brand"); err != nil {
			t.Fatal(err)
		}
		if _, err := b.Restore(t.Context(), b.owner, d.ID); err != nil {
			t.Fatal(err)
		}
		check("restored", d.Host, d.ID)
		if own, err := b.Default(t.Context()); err != nil || own.Host != ownHost {
			t.Errorf("the default domain is %q, %v", own.Host, err)
		}
		testkit.NewLinksOn(t, b.store, b.owner.WorkspaceID, "")
		check("back to the default domain", ownHost, "")
	})
}

func TestService_TransferredDomainIsNotThatOfNewLinks(t *testing.T) {
	t.Parallel()
	benches(t, func(t *testing.T, b *bench) {
		other, both := b.secondWorkspace(t)
		d := b.verified(t, b.owner, "go.brand.example")
		testkit.NewLinksOn(t, b.store, b.owner.WorkspaceID, d.ID)
		if _, err := b.Transfer(t.Context(), both, d.ID, other.WorkspaceID); err != nil {
			t.Fatal(err)
		}
		for _, workspaceID := range []string{b.owner.WorkspaceID, other.WorkspaceID} {
			if on, err := b.Usable(t.Context(), workspaceID, ""); err != nil || on.Host != ownHost {
				t.Errorf("new links of %s are on %q, %v", workspaceID, on.Host, err)
			}
		}
	})
}

func TestWorkspace_DefaultDomainServesItsLinks(t *testing.T) {
	t.Parallel()
	benches(t, func(t *testing.T, b *bench) {
		workspaces := workspace.NewService(b.store, testkit.NoLimits, b.clock)
		other := testkit.Owner(t, b.store)
		own, err := b.EnsureDefault(t.Context(), "https://"+ownHost, true)
		if err != nil {
			t.Fatal(err)
		}
		d, deleted := b.verified(t, b.owner, "go.brand.example"), b.verified(t, b.owner, "old.brand.example")
		if err := b.Delete(t.Context(), b.owner, deleted.ID); err != nil {
			t.Fatal(err)
		}
		update := func(id string) (workspace.Workspace, error) {
			return workspaces.Update(t.Context(), b.owner, workspace.Patch{DefaultDomainID: &id})
		}
		if w, err := update(d.ID); err != nil || w.DefaultDomainID != d.ID {
			t.Fatalf("Update = %+v, %v", w, err)
		}
		events, err := b.store.EventsOf(t.Context(), b.owner.WorkspaceID, b.owner.WorkspaceID, 10)
		if err != nil || events[0].Kind != event.WorkspaceUpdated {
			t.Fatalf("events %+v, %v", events, err)
		}
		if change, err := event.Decode[event.Change[event.Workspace]](events[0]); err != nil || change.After.DefaultDomainID != d.ID {
			t.Errorf("event %+v, %v", change, err)
		}
		for name, id := range map[string]string{
			"pending": b.add(t, b.owner, "new.brand.example").ID, "deleted": deleted.ID, "unknown": "dom_0000000000000",
			"another workspace's": b.verified(t, other, "go.other.example").ID,
		} {
			_, err := update(id)
			var f *fault.Error
			if !errors.As(err, &f) || f.Code != fault.Invalid || len(f.Fields) != 1 || f.Fields[0].Field != "defaultDomainId" {
				t.Errorf("%s: %v", name, err)
			}
		}
		if w, err := workspaces.Current(t.Context(), b.owner); err != nil || w.DefaultDomainID != d.ID {
			t.Errorf("after refused changes: %+v, %v", w, err)
		}
		if w, err := update(own.ID); err != nil || w.DefaultDomainID != "" {
			t.Errorf("the default domain: %+v, %v", w, err)
		}
	})
}
