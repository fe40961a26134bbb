package link_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/fault"
	"linnet/internal/core/event"
	"linnet/internal/core/link"
	"linnet/internal/core/routing"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

func (b *bench) update(t *testing.T, id string, edit link.Edit) *link.Link {
	t.Helper()
	l, err := b.Update(t.Context(), b.owner, id, nil, edit)
	if err != nil {
		t.Fatalf("Update: %v", err)
	}
	return l
}

func TestService_UpdateChangesNamedFields(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		made := b.make(t, fullDraft())
		b.clock.Advance(time.Minute)
		got := b.update(t, made.ID, func(d *link.Draft) {
			d.URL = "https://example.com/new"
			d.ExpiresAt = time.Time{}
			d.Tags = []string{"SPRING", "new"}
			d.Password = new("")
			d.Split = nil
			d.ForwardQuery = true
			d.Status = link.Archived
		})
		want := *made
		want.URL, want.ExpiresAt, want.Tags, want.PasswordHash, want.Split, want.ForwardQuery, want.Archived =
			"https://example.com/new", time.Time{}, []string{"Spring", "new"}, "", nil, true, true
		want.Version, want.UpdatedAt = 2, made.CreatedAt.Add(time.Minute)
		if diff := cmp.Diff(&want, got); diff != "" {
			t.Error(diff)
		}
		kept, err := b.Get(t.Context(), b.owner, made.ID)
		if diff := cmp.Diff(got, kept); diff != "" || err != nil {
			t.Errorf("%v %s", err, diff)
		}
		if same := b.update(t, made.ID, func(d *link.Draft) { d.Title = made.Title }); same.Version != 2 {
			t.Errorf("an edit that changes nothing made version %d", same.Version)
		}
		if back := b.update(t, made.ID, func(d *link.Draft) { d.Status = link.Active }); back.Archived {
			t.Error("the link is still archived")
		}
	})
}

func TestService_UpdateValidatesResult(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		made := b.make(t, fullDraft())
		for name, c := range map[string]struct {
			edit link.Edit
			want []string
		}{
			"an end before the kept start": {func(d *link.Draft) { d.ExpiresAt = testkit.Day() }, []string{"expiresAt"}},
			"no alias":                     {func(d *link.Draft) { d.Alias = new("") }, []string{"alias"}},
			"no address":                   {func(d *link.Draft) { d.URL = "" }, []string{"url"}},
			"another domain":               {func(d *link.Draft) { d.Domain = "other.example" }, []string{"domain"}},
			"a status that follows":        {func(d *link.Draft) { d.Status = link.Expired }, []string{"status"}},
			"an unknown folder":            {func(d *link.Draft) { d.FolderID = "fld_none" }, []string{"folderId"}},
			"two at once":                  {func(d *link.Draft) { d.URL = "x"; d.RedirectStatus = 300 }, []string{"redirectStatus", "url"}},
		} {
			_, err := b.Update(t.Context(), b.owner, made.ID, nil, c.edit)
			if !fault.Is(err, fault.Invalid) || !slices.Equal(fieldsOf(err), c.want) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if got, err := b.Get(t.Context(), b.owner, made.ID); err != nil || got.Version != 1 {
			t.Errorf("a refused edit left %+v, %v", got, err)
		}
		if _, err := b.Update(t.Context(), b.owner, made.ID, nil, func(d *link.Draft) { d.Domain = strings.ToUpper(testkit.Host) }); err != nil {
			t.Errorf("its own domain: %v", err)
		}
	})
}

func TestService_UpdateChecksVersion(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		made := b.make(t, link.Draft{})
		if _, err := b.Update(t.Context(), b.owner, made.ID, []int64{2}, func(d *link.Draft) { d.Title = "x" }); !fault.Is(err, fault.PreconditionFailed) {
			t.Errorf("a version that is not there: %v", err)
		}
		var wg sync.WaitGroup
		results := make(chan error, 8)
		for i := range cap(results) {
			wg.Go(func() {
				_, err := b.Update(t.Context(), b.owner, made.ID, []int64{1}, func(d *link.Draft) { d.Title = strings.Repeat("x", i+1) })
				results <- err
			})
		}
		wg.Wait()
		close(results)
		won := 0
		for err := range results {
			if err == nil {
				won++
			} else if !fault.Is(err, fault.PreconditionFailed) {
				t.Error(err)
			}
		}
		if got, err := b.Get(t.Context(), b.owner, made.ID); won != 1 || err != nil || got.Version != 2 {
			t.Errorf("%d of 8 changed version 1; now %+v, %v", won, got, err)
		}
	})
}

func TestService_RenameRetainsOldAlias(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		made := b.make(t, named("first"))
		other := b.make(t, named("other"))
		if got := b.update(t, made.ID, func(d *link.Draft) { d.Alias = new("second") }); !slices.Equal(got.Aliases, []string{"second", "first"}) {
			t.Errorf("aliases %q", got.Aliases)
		}
		if got := b.update(t, made.ID, func(d *link.Draft) { d.Alias = new("Second") }); !slices.Equal(got.Aliases, []string{"Second", "first"}) {
			t.Errorf("another spelling: %q", got.Aliases)
		}
		if got := b.update(t, made.ID, func(d *link.Draft) { d.Alias = new("FIRST") }); !slices.Equal(got.Aliases, []string{"FIRST", "Second"}) {
			t.Errorf("back to the first: %q", got.Aliases)
		}
		for _, alias := range []string{"first", "second"} {
			if got, err := b.Lookup(t.Context(), b.owner, "", alias); err != nil || got.ID != made.ID {
				t.Errorf("%s leads to %v, %v", alias, got, err)
			}
		}
		if _, err := b.Update(t.Context(), b.owner, other.ID, nil, func(d *link.Draft) { d.Alias = new("Second") }); !fault.Is(err, fault.Conflict) || !slices.Equal(fieldsOf(err), []string{"alias"}) {
			t.Errorf("another link's old alias: %v", err)
		}
		if _, err := b.Update(t.Context(), b.owner, other.ID, nil, func(d *link.Draft) { d.Alias = new("pricing") }); !fault.Is(err, fault.Conflict) {
			t.Errorf("a reserved word: %v", err)
		}
		if got, err := b.Get(t.Context(), b.owner, other.ID); err != nil || got.Version != 1 || !slices.Equal(got.Aliases, []string{"other"}) {
			t.Errorf("a refused rename left %+v, %v", got, err)
		}
	})
}

func TestService_DeleteLeavesTombstone(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		made := b.make(t, named("printed"))
		if err := b.Delete(t.Context(), b.owner, made.ID); err != nil {
			t.Fatal(err)
		}
		if err := b.Delete(t.Context(), b.owner, made.ID); !fault.Is(err, fault.NotFound) {
			t.Errorf("deleted twice: %v", err)
		}
		if _, err := b.Get(t.Context(), b.owner, made.ID); !fault.Is(err, fault.NotFound) {
			t.Errorf("it is still there: %v", err)
		}
		if _, err := b.Update(t.Context(), b.owner, made.ID, nil, func(d *link.Draft) { d.Title = "x" }); !fault.Is(err, fault.NotFound) {
			t.Errorf("it can still be changed: %v", err)
		}
		if _, err := b.Create(t.Context(), b.owner, named("PRINTED")); !fault.Is(err, fault.Conflict) {
			t.Errorf("its alias can be had: %v", err)
		}
		if free, err := b.AliasAvailable(t.Context(), b.owner, "", "printed"); err != nil || free.Available {
			t.Errorf("its alias is offered: %+v, %v", free, err)
		}
		events, err := b.store.EventsOf(t.Context(), b.owner.WorkspaceID, made.ID, 9)
		if err != nil || len(events) != 2 {
			t.Errorf("events %v, %v", events, err)
		}
	})
}

func TestService_UpdateRetainsRuleIDs(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		made := b.make(t, fullDraft())
		rule := made.Rules[0]
		rule.Name = "Renamed"
		foreign := rule
		foreign.ID, foreign.Name = "rul_0000000000001", "Unknown id"
		got := b.update(t, made.ID, func(d *link.Draft) { d.Rules = []routing.Rule{foreign, rule} })
		if got.Rules[1].ID != rule.ID || got.Rules[1].Name != "Renamed" {
			t.Errorf("the existing rule is %+v, want id %s", got.Rules[1], rule.ID)
		}
		if got.Rules[0].ID == foreign.ID || got.Rules[0].ID == rule.ID {
			t.Errorf("a new rule has the id %s", got.Rules[0].ID)
		}
	})
}

func TestService_PublishesEventPerChange(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		var received []event.Kind
		cancel := b.store.Subscribe(func(e event.Event) {
			if e.WorkspaceID == b.owner.WorkspaceID {
				received = append(received, e.Kind)
			}
		})
		defer cancel()
		l := b.make(t, named("received"))
		b.update(t, l.ID, func(d *link.Draft) { d.Title = "x" })
		_, _ = b.Create(t.Context(), b.owner, named("received"))
		if err := b.Delete(t.Context(), b.owner, l.ID); err != nil {
			t.Fatal(err)
		}
		if want := []event.Kind{event.LinkCreated, event.LinkUpdated, event.LinkDeleted}; !slices.Equal(received, want) {
			t.Errorf("received %q, want %q", received, want)
		}
	})
}

func TestService_ReturnsUnavailableWhenStoreIsDown(t *testing.T) {
	t.Parallel()
	s, err := records.Open(t.Context(), records.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	b := newBench(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	_, err = b.Create(t.Context(), b.owner, link.Draft{Settings: link.Settings{URL: "https://example.com/"}})
	var f *fault.Error
	if err == nil || (errors.As(err, &f) && f.Code != fault.Unavailable) {
		t.Errorf("Create = %v", err)
	}
}

// ruleOf returns a rule whose JSON takes about n bytes.
func ruleOf(n int) routing.Rule {
	var values []json.RawMessage
	for range n / 200 {
		values = append(values, json.RawMessage(`"`+strings.Repeat("x", 196)+`"`))
	}
	return routing.Rule{
		When: routing.Condition{Field: routing.Browser, Op: routing.In, Values: values},
		Then: routing.Action{Redirect: "https://example.com/x"},
	}
}

func TestService_BoundsRulesAndSplitTogether(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		d := named("sized")
		d.Rules = []routing.Rule{ruleOf(40 << 10)}
		l := b.make(t, d)
		d.Rules, d.Alias = []routing.Rule{ruleOf(40 << 10), ruleOf(40 << 10)}, nil
		if _, err := b.Create(t.Context(), b.owner, d); !slices.Equal(fieldsOf(err), []string{"rules"}) {
			t.Errorf("80 KiB of rules at creation: %v", err)
		}
		d.Rules, d.URL = []routing.Rule{ruleOf(900 << 10)}, "nothing"
		if _, err := b.Create(t.Context(), b.owner, d); !slices.Equal(fieldsOf(err), []string{"rules", "url"}) {
			t.Errorf("900 KiB of rules and a faulty address: %v", err)
		}
		rules := d.Rules
		edit := func(d *link.Draft) { d.Rules = rules }
		if _, err := b.Update(t.Context(), b.owner, l.ID, nil, edit); !slices.Equal(fieldsOf(err), []string{"rules"}) {
			t.Errorf("900 KiB of rules in a change: %v", err)
		}
	})
}
