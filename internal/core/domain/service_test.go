package domain_test

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/null"
	"linnet/internal/core/access"
	"linnet/internal/core/domain"
	"linnet/internal/core/event"
	"linnet/internal/core/link"
	"linnet/internal/core/operator"
	"linnet/internal/core/plan"
	"linnet/internal/core/qr/look"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// fakeDNS is a Resolver with settable records.
type fakeDNS struct {
	during func() // called by each query for TXT records; nil: nothing is
	mu     sync.Mutex
	txt    map[string][]string
	routes map[string]domain.Route
	err    error
}

func (f *fakeDNS) TXT(_ context.Context, name string) ([]string, error) {
	if f.during != nil {
		f.during()
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.txt[name], f.err
}

func (f *fakeDNS) Route(_ context.Context, host string) (domain.Route, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.routes[host], f.err
}

// publish sets the ownership record of a domain and its route.
func (f *fakeDNS) publish(d *domain.Domain, cname string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.txt["_linnet."+d.Host] = append(f.txt["_linnet."+d.Host], d.OwnershipToken)
	if cname != "" {
		f.routes[d.Host] = domain.Route{CNAMEs: []string{cname}}
	}
}

func (f *fakeDNS) remove(host string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.txt, "_linnet."+host)
	delete(f.routes, host)
}

func (f *fakeDNS) fail(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.err = err
}

type bench struct {
	*domain.Service
	store    *records.Store
	dns      *fakeDNS
	clock    *clock.Manual
	limit    int
	owner    access.Actor
	notified []domain.Status

	mu     sync.Mutex
	events []event.Event
}

const ownHost = "go.linnet.example"

func (b *bench) limits(context.Context, string) (plan.Limits, error) {
	return plan.Limits{Domains: b.limit}, nil
}

func benches(t *testing.T, test func(t *testing.T, b *bench)) {
	t.Helper()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		b := &bench{
			store: s, clock: clock.NewManual(testkit.Day()),
			dns: &fakeDNS{txt: map[string][]string{}, routes: map[string]domain.Route{}},
		}
		b.owner = testkit.Owner(t, s)
		s.Subscribe(func(e event.Event) {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.events = append(b.events, e)
		})
		b.Service = domain.New(domain.Deps{
			Store: s, Clock: b.clock, Resolver: b.dns, Limits: b.limits,
			RoleIn: func(ctx context.Context, userID, workspaceID string) (access.Role, error) {
				m, err := s.Membership(ctx, userID, "", workspaceID)
				return m.Role, err
			},
			Notify: func(_ context.Context, d domain.Domain) error {
				b.notified = append(b.notified, d.Status)
				return nil
			},
			CheckLook: func(context.Context, string, look.Look) error { return nil },
			Operator:  operator.New(operator.Deps{Store: s, Clock: b.clock}).Cause,
		})
		if _, err := b.EnsureDefault(t.Context(), "https://"+ownHost, true); err != nil {
			t.Fatal(err)
		}
		test(t, b)
	})
}

// secondWorkspace returns the owner of another workspace, and the same user as an owner of
// the first one.
func (b *bench) secondWorkspace(t *testing.T) (other, both access.Actor) {
	t.Helper()
	other, both = testkit.Owner(t, b.store), b.owner
	if _, err := b.EnsureDefault(t.Context(), "https://"+ownHost, true); err != nil {
		t.Fatal(err)
	}
	both.UserID = other.UserID
	return other, both
}

func (b *bench) add(t *testing.T, a access.Actor, host string) domain.Detail {
	t.Helper()
	d, err := b.Create(t.Context(), a, host)
	if err != nil {
		t.Fatalf("Create(%q): %v", host, err)
	}
	return d
}

func (b *bench) verify(t *testing.T, a access.Actor, id string) domain.Detail {
	t.Helper()
	d, err := b.Verify(t.Context(), a, id)
	if err != nil {
		t.Fatalf("Verify: %v", err)
	}
	return d
}

// verified adds a host with all its records.
func (b *bench) verified(t *testing.T, a access.Actor, host string) domain.Detail {
	t.Helper()
	d := b.add(t, a, host)
	b.dns.publish(&d.Domain, ownHost)
	return b.verify(t, a, d.ID)
}

// TestService_ChecksKeepSettingsThatChangeMeanwhile changes the settings during the
// queries of a check.
func TestService_ChecksKeepSettingsThatChangeMeanwhile(t *testing.T) {
	t.Parallel()
	benches(t, func(t *testing.T, b *bench) {
		d := b.add(t, b.owner, "go.brand.example")
		b.dns.publish(&d.Domain, ownHost)
		var once sync.Once
		b.dns.during = func() {
			once.Do(func() {
				if _, err := b.Update(t.Context(), b.owner, d.ID, func(s *domain.Settings) { s.RootURL = "https://example.com/" }); err != nil {
					t.Error(err)
				}
			})
		}
		b.clock.Advance(time.Minute)
		checked := b.verify(t, b.owner, d.ID)
		if checked.Status != domain.Verified || checked.RootURL != "https://example.com/" || !checked.CheckedAt.Equal(b.clock.Now()) {
			t.Errorf("checked %+v", checked.Domain)
		}
		stored, err := b.Get(t.Context(), b.owner, d.ID)
		if err != nil || stored.RootURL != checked.RootURL || stored.Status != domain.Verified {
			t.Errorf("stored %+v, %v", stored.Domain, err)
		}
	})
}

func TestService_CreateValidatesTheHost(t *testing.T) {
	t.Parallel()
	benches(t, func(t *testing.T, b *bench) {
		for host, want := range map[string]string{
			"go.brand.example":      "go.brand.example",
			" Shop.Brand.Example. ": "shop.brand.example",
			"bücher.example":        "xn--bcher-kva.example",
			"faß.example":           "xn--fa-hia.example",
			"例え.テスト":                "xn--r8jz45g.xn--zckzah",
			"пример.example":        "xn--e1afmkfd.example",
			"brand.co.uk":           "brand.co.uk",
		} {
			if d, err := b.Create(t.Context(), b.owner, host); err != nil || d.Host != want || d.Status != domain.Pending {
				t.Errorf("Create(%q) = %q, %q, %v, want %q", host, d.Host, d.Status, err, want)
			}
		}
		for _, host := range []string{
			"", ".", "localhost", "brand", "a.localhost", "x.invalid", "192.0.2.1", "127.1", "0x7f.0.0.1", "１２７.0.0.1", "[2001:db8::1]", "2001:db8::1",
			"go.brand.example:8443", "https://go.brand.example", "go.brand.example/x", "user@brand.example", "a b.example", "a_b.example",
			"-a.example", "a-.example", "a..example", "*.brand.example", "a.例\u202eえ.example", "co.uk", "com",
			strings.Repeat("a", 64) + ".example", strings.Repeat("abcdefg.", 31) + "example",
			ownHost, "x." + ownHost, "GO.Linnet.Example.", "gо.linnet.example", "go.lіnnet.example", "раypal.example", "go.1innet.example",
		} {
			_, err := b.Create(t.Context(), b.owner, host)
			var f *fault.Error
			if !errors.As(err, &f) || f.Code != fault.Invalid || len(f.Fields) != 1 || f.Fields[0].Field != "host" {
				t.Errorf("Create(%q): %v, want Invalid at host", host, err)
			}
		}
	})
}

func TestService_VerifyAcceptsAQuotedToken(t *testing.T) {
	t.Parallel()
	benches(t, func(t *testing.T, b *bench) {
		d := b.add(t, b.owner, "go.brand.example")
		for value, want := range map[string]bool{
			"%s": true, ` "%s" `: true, `""%s""`: false, `x"%s"`: false, `"%s" x`: false,
		} {
			b.dns.txt["_linnet.go.brand.example"] = []string{strings.ReplaceAll(value, "%s", d.OwnershipToken)}
			b.clock.Advance(time.Minute)
			if got := b.verify(t, b.owner, d.ID).Records[0]; got.OK != want {
				t.Errorf("the record %s: %+v", value, got)
			}
		}
	})
}

func TestService_VerifyNamesTheWrongPlaceOfTheToken(t *testing.T) {
	t.Parallel()
	benches(t, func(t *testing.T, b *bench) {
		d := b.add(t, b.owner, "go.brand.example")
		for _, name := range []string{"_linnet.go.brand.example.brand.example", "go.brand.example"} {
			b.dns.txt[name] = []string{"another value", `"` + d.OwnershipToken + `"`}
			got := b.verify(t, b.owner, d.ID)
			if r := got.Records[0]; got.Status != domain.Pending || r.OK || r.FoundAt != name {
				t.Errorf("the token at %s: %s, %+v", name, got.Status, r)
			}
			delete(b.dns.txt, name)
		}
		b.dns.publish(&d.Domain, "")
		if r := b.verify(t, b.owner, d.ID).Records[0]; !r.OK || r.FoundAt != "" {
			t.Errorf("the token at its name: %+v", r)
		}
	})
}

func TestService_VerifyNeedsTheOwnershipRecord(t *testing.T) {
	t.Parallel()
	benches(t, func(t *testing.T, b *bench) {
		d := b.add(t, b.owner, "go.brand.example")
		if len(d.Records) != 2 || d.Records[0].Name != "_linnet.go.brand.example" || d.Records[0].Type != "TXT" ||
			d.Records[1].Type != "CNAME" || d.Records[1].Value != ownHost {
			t.Fatalf("records: %+v", d.Records)
		}
		b.dns.txt["_linnet.go.brand.example"] = []string{"another value"}
		got := b.verify(t, b.owner, d.ID)
		if got.Status != domain.Pending || got.Records[0].OK || got.Records[0].Found[0] != "another value" || got.CheckedAt.IsZero() {
			t.Errorf("with another value: %+v", got)
		}
		if _, err := b.Resolve(t.Context(), d.Host); !fault.Is(err, fault.NotFound) {
			t.Errorf("a pending domain is served: %v", err)
		}
		if _, err := b.TLSOwner(t.Context(), d.Host); !fault.Is(err, fault.NotFound) {
			t.Errorf("a pending domain gets a certificate: %v", err)
		}
		b.dns.publish(&d.Domain, "")
		got = b.verify(t, b.owner, d.ID)
		if got.Status != domain.Verified || !got.Records[0].OK || got.Records[1].OK || got.VerifiedAt.IsZero() {
			t.Errorf("with the record: %+v", got)
		}
		if served, err := b.Resolve(t.Context(), "GO.brand.example."); err != nil || served.ID != d.ID {
			t.Errorf("a verified domain is not served: %+v, %v", served, err)
		}
		if _, err := b.TLSOwner(t.Context(), "Go.Brand.Example"); err != nil {
			t.Errorf("a verified domain gets no certificate: %v", err)
		}
		if _, err := b.TLSOwner(t.Context(), ownHost); err != nil {
			t.Errorf("the default domain gets no certificate: %v", err)
		}
	})
}

func TestService_ApexNeedsTheAddressesOfTheDefaultDomain(t *testing.T) {
	t.Parallel()
	benches(t, func(t *testing.T, b *bench) {
		here, elsewhere := netip.MustParseAddr("192.0.2.1"), netip.MustParseAddr("203.0.113.9")
		b.dns.routes[ownHost] = domain.Route{Addrs: []netip.Addr{here, netip.MustParseAddr("2001:db8::1")}}
		d := b.add(t, b.owner, "brand.example")
		if len(d.Records) != 3 || d.Records[1].Type != "A" || d.Records[1].Value != here.String() || d.Records[2].Type != "AAAA" {
			t.Fatalf("records: %+v", d.Records)
		}
		b.dns.publish(&d.Domain, "")
		b.dns.routes[d.Host] = domain.Route{Addrs: []netip.Addr{elsewhere}}
		if got := b.verify(t, b.owner, d.ID); got.Records[1].OK || got.Records[1].Found[0] != elsewhere.String() {
			t.Errorf("with another address: %+v", got.Records)
		}
		b.dns.routes[d.Host] = domain.Route{Addrs: []netip.Addr{here}}
		if got := b.verify(t, b.owner, d.ID); !got.Records[1].OK || got.Records[2].OK || got.Status != domain.Verified {
			t.Errorf("with the address: %+v", got.Records)
		}
	})
}

func TestService_HostBelongsToTheFirstThatVerifies(t *testing.T) {
	t.Parallel()
	benches(t, func(t *testing.T, b *bench) {
		owners := []access.Actor{b.owner}
		for range 5 {
			owners = append(owners, testkit.Owner(t, b.store))
		}
		if _, err := b.EnsureDefault(t.Context(), "https://"+ownHost, true); err != nil {
			t.Fatal(err)
		}
		claims := make([]domain.Detail, len(owners))
		for i, a := range owners { // an unverified claim blocks no other
			claims[i] = b.add(t, a, "go.brand.example")
			b.dns.publish(&claims[i].Domain, ownHost)
		}
		if _, err := b.Create(t.Context(), b.owner, "go.brand.example"); !fault.Is(err, fault.Conflict) {
			t.Errorf("a second claim of one workspace: %v", err)
		}
		var won, lost atomic.Int64
		var wg sync.WaitGroup
		for i, a := range owners {
			wg.Go(func() {
				switch _, err := b.Verify(t.Context(), a, claims[i].ID); {
				case err == nil:
					won.Add(1)
				case fault.Is(err, fault.Conflict):
					lost.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if won.Load() != 1 || lost.Load() != int64(len(owners)-1) {
			t.Errorf("%d verified the host, %d did not", won.Load(), lost.Load())
		}
		late := testkit.Owner(t, b.store)
		if _, err := b.EnsureDefault(t.Context(), "https://"+ownHost, true); err != nil {
			t.Fatal(err)
		}
		if _, err := b.Create(t.Context(), late, "go.brand.example"); !fault.Is(err, fault.Conflict) {
			t.Errorf("a verified host was claimed: %v", err)
		}
	})
}

func TestService_FailingDomainIsServedAndRecovers(t *testing.T) {
	t.Parallel()
	benches(t, func(t *testing.T, b *bench) {
		d := b.verified(t, b.owner, "go.brand.example")
		b.dns.fail(errors.New("SERVFAIL"))
		if got := b.verify(t, b.owner, d.ID); got.Status != domain.Verified || got.Records[0].Error == "" {
			t.Errorf("after a failed check: %+v", got)
		}
		b.dns.fail(nil)
		b.dns.remove(d.Host)
		for range 2 {
			if got := b.verify(t, b.owner, d.ID); got.Status != domain.Failing || got.FailingSince.IsZero() {
				t.Errorf("without records: %+v", got)
			}
		}
		if _, err := b.Resolve(t.Context(), d.Host); err != nil {
			t.Errorf("a failing domain is not served: %v", err)
		}
		if _, err := b.TLSOwner(t.Context(), d.Host); err != nil {
			t.Errorf("a failing domain gets no certificate: %v", err)
		}
		b.dns.publish(&d.Domain, ownHost)
		if got := b.verify(t, b.owner, d.ID); got.Status != domain.Verified || !got.FailingSince.IsZero() {
			t.Errorf("with the records: %+v", got)
		}
		if len(b.notified) != 2 || b.notified[0] != domain.Failing || b.notified[1] != domain.Verified {
			t.Errorf("notified of %v", b.notified)
		}
	})
}

func TestService_CheckDueFindsNewAndLostRecords(t *testing.T) {
	t.Parallel()
	benches(t, func(t *testing.T, b *bench) {
		d := b.add(t, b.owner, "go.brand.example")
		b.dns.publish(&d.Domain, ownHost)
		status := func() domain.Status {
			got, err := b.Get(t.Context(), b.owner, d.ID)
			if err != nil {
				t.Fatal(err)
			}
			return got.Status
		}
		check := func(after time.Duration) {
			b.clock.Advance(after)
			if err := b.CheckDue(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if check(time.Minute); status() != domain.Pending {
			t.Error("checked before it was due")
		}
		if check(5 * time.Minute); status() != domain.Verified {
			t.Error("a pending domain was not checked")
		}
		b.dns.remove(d.Host)
		if check(12 * time.Hour); status() != domain.Verified {
			t.Error("a verified domain was checked twice in a day")
		}
		if check(12 * time.Hour); status() != domain.Failing {
			t.Error("a verified domain was not checked after a day")
		}
		b.dns.publish(&d.Domain, ownHost)
		if check(time.Hour); status() != domain.Verified {
			t.Error("a failing domain was not checked after an hour")
		}
	})
}

func TestService_DeletedDomainCanBeRestoredForAWeek(t *testing.T) {
	t.Parallel()
	benches(t, func(t *testing.T, b *bench) {
		d := b.verified(t, b.owner, "go.brand.example")
		if err := b.Delete(t.Context(), b.owner, d.ID); err != nil {
			t.Fatal(err)
		}
		if _, err := b.Resolve(t.Context(), d.Host); !fault.Is(err, fault.NotFound) {
			t.Errorf("a deleted domain is served: %v", err)
		}
		if _, err := b.TLSOwner(t.Context(), d.Host); !fault.Is(err, fault.NotFound) {
			t.Errorf("a deleted domain gets a certificate: %v", err)
		}
		if _, err := b.Get(t.Context(), b.owner, d.ID); !fault.Is(err, fault.NotFound) {
			t.Errorf("Get of a deleted domain: %v", err)
		}
		b.clock.Advance(7*24*time.Hour - time.Minute)
		if got, err := b.Restore(t.Context(), b.owner, d.ID); err != nil || got.Status != domain.Verified {
			t.Errorf("Restore = %+v, %v", got, err)
		}
		if _, err := b.Resolve(t.Context(), d.Host); err != nil {
			t.Errorf("a restored domain is not served: %v", err)
		}
		if err := b.Delete(t.Context(), b.owner, d.ID); err != nil {
			t.Fatal(err)
		}
		other, _ := b.secondWorkspace(t)
		b.verified(t, other, d.Host)
		if _, err := b.Restore(t.Context(), b.owner, d.ID); !fault.Is(err, fault.Conflict) {
			t.Errorf("restoring a host that another workspace has verified: %v", err)
		}
		b.clock.Advance(8 * 24 * time.Hour)
		if _, err := b.Restore(t.Context(), b.owner, d.ID); !fault.Is(err, fault.Gone) {
			t.Errorf("restoring after the grace period: %v", err)
		}
	})
}

// fakeLinks records the domains whose links are deleted.
type fakeLinks struct {
	err     error
	deleted []string
}

// DeleteOnDomain implements domain.Links.
func (f *fakeLinks) DeleteOnDomain(_ context.Context, _, domainID string) error {
	f.deleted = append(f.deleted, domainID)
	return f.err
}

func TestPurger_DeletesLinksAfterTheGracePeriod(t *testing.T) {
	t.Parallel()
	benches(t, func(t *testing.T, b *bench) {
		links := &fakeLinks{err: errors.New("disk full")}
		purger := domain.NewPurger(b.Service, links)
		overview := domain.NewOverview(b.store, b.clock.Now)
		deleted := func() int {
			all, err := overview.Deleted(t.Context(), b.owner)
			if err != nil {
				t.Fatal(err)
			}
			return len(all)
		}
		d := b.verified(t, b.owner, "go.brand.example")
		if err := b.Purge(t.Context(), b.owner, d.ID); !fault.Is(err, fault.Conflict) {
			t.Errorf("purging a domain in use: %v", err)
		}
		if err := b.Delete(t.Context(), b.owner, d.ID); err != nil {
			t.Fatal(err)
		}
		b.clock.Advance(domain.Grace - time.Minute)
		if err := purger.PurgeDue(t.Context()); err != nil || len(links.deleted) != 0 || deleted() != 1 {
			t.Errorf("before the end of the grace period: %v, purged %v, listed %d", err, links.deleted, deleted())
		}
		b.clock.Advance(time.Minute)
		if err := purger.PurgeDue(t.Context()); err == nil || deleted() != 0 {
			t.Errorf("with a failing store: %v, listed %d", err, deleted())
		}
		links.err = nil
		for range 2 {
			if err := purger.PurgeDue(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if len(links.deleted) != 2 { // the failed attempt, and one more
			t.Errorf("purged %v", links.deleted)
		}
		if _, err := b.Restore(t.Context(), b.owner, d.ID); !fault.Is(err, fault.Gone) {
			t.Errorf("restoring a purged domain: %v", err)
		}
	})
}

func TestService_PurgeEndsTheGracePeriod(t *testing.T) {
	t.Parallel()
	benches(t, func(t *testing.T, b *bench) {
		links := &fakeLinks{}
		purger := domain.NewPurger(b.Service, links)
		d := b.verified(t, b.owner, "go.brand.example")
		if err := b.Delete(t.Context(), b.owner, d.ID); err != nil {
			t.Fatal(err)
		}
		if err := b.Purge(t.Context(), b.owner, d.ID); err != nil {
			t.Fatal(err)
		}
		if _, err := b.Restore(t.Context(), b.owner, d.ID); !fault.Is(err, fault.Gone) {
			t.Errorf("restoring after Purge: %v", err)
		}
		if err := b.Purge(t.Context(), b.owner, d.ID); !fault.Is(err, fault.NotFound) {
			t.Errorf("purging twice: %v", err)
		}
		if err := purger.PurgeDue(t.Context()); err != nil || len(links.deleted) != 1 {
			t.Errorf("PurgeDue: %v, %v", err, links.deleted)
		}
		b.verified(t, b.owner, d.Host) // the host is free again
	})
}

func TestService_UsableNamesAPendingDomain(t *testing.T) {
	t.Parallel()
	benches(t, func(t *testing.T, b *bench) {
		d := b.add(t, b.owner, "go.bücher.example")
		_, err := b.Usable(t.Context(), b.owner.WorkspaceID, d.Host)
		if !fault.Is(err, fault.NotFound) || !domain.IsPending(err) ||
			!strings.Contains(err.Error(), "go.bücher.example is not verified yet. Finish its setup, or choose another domain.") {
			t.Errorf("the own workspace: %v", err)
		}
		other := testkit.Owner(t, b.store)
		if _, err := b.Usable(t.Context(), other.WorkspaceID, d.Host); !fault.Is(err, fault.NotFound) || domain.IsPending(err) {
			t.Errorf("another workspace: %v", err)
		}
		b.dns.publish(&d.Domain, ownHost)
		b.verify(t, b.owner, d.ID)
		if _, err := b.Usable(t.Context(), other.WorkspaceID, d.Host); !fault.Is(err, fault.NotFound) {
			t.Errorf("another workspace, verified: %v", err)
		}
	})
}

func TestService_TransferMovesADomainWithoutLinks(t *testing.T) {
	t.Parallel()
	benches(t, func(t *testing.T, b *bench) {
		other, both := b.secondWorkspace(t)
		d := b.verified(t, b.owner, "go.brand.example")
		for _, workspace := range []string{"", b.owner.WorkspaceID, other.WorkspaceID, "wsp_0000000000000"} {
			if _, err := b.Transfer(t.Context(), b.owner, d.ID, workspace); !fault.Is(err, fault.Invalid) {
				t.Errorf("transfer to %q: %v", workspace, err)
			}
		}
		got, err := b.Transfer(t.Context(), both, d.ID, other.WorkspaceID)
		if err != nil || got.WorkspaceID != other.WorkspaceID || got.Status != domain.Verified {
			t.Fatalf("Transfer = %+v, %v", got, err)
		}
		if _, err := b.Get(t.Context(), b.owner, d.ID); !fault.Is(err, fault.NotFound) {
			t.Errorf("the old workspace still has it: %v", err)
		}
		if _, err := b.Usable(t.Context(), other.WorkspaceID, d.Host); err != nil {
			t.Errorf("the new workspace cannot use it: %v", err)
		}
		for _, workspace := range []string{b.owner.WorkspaceID, other.WorkspaceID} {
			var changed int
			for _, e := range b.events {
				if e.Kind == event.DomainTransferred && e.WorkspaceID == workspace && e.SubjectID == d.ID && e.Actor.ID == both.UserID {
					changed++
				}
			}
			if changed != 1 {
				t.Errorf("%d transfer events in %s, want 1", changed, workspace)
			}
		}
	})
}

func TestService_TransferOrNewLinkAtTheSameTime(t *testing.T) {
	t.Parallel()
	benches(t, func(t *testing.T, b *bench) {
		other, both := b.secondWorkspace(t)
		alias := "Launch"
		links := link.New(link.Deps{Store: b.store, Domains: b.Service, Hasher: freePlan{}, Clock: b.clock}, testkit.Unguarded{})
		for i := range 20 {
			d := b.verified(t, b.owner, fmt.Sprintf("go%d.brand.example", i))
			var created, moved error
			var wg sync.WaitGroup
			wg.Go(func() {
				_, created = links.Create(t.Context(), b.owner, link.Draft{Domain: d.Host, Alias: &alias, Settings: link.Settings{URL: "https://example.com/"}})
			})
			wg.Go(func() {
				if i%2 == 0 {
					_, moved = b.Transfer(t.Context(), both, d.ID, other.WorkspaceID)
				} else {
					_, moved = b.Update(t.Context(), b.owner, d.ID, func(s *domain.Settings) { s.CaseSensitive = true })
				}
			})
			wg.Wait()
			used, err := b.store.LinkIDsOnDomain(t.Context(), b.owner.WorkspaceID, d.ID, 1)
			if err != nil || len(used) > 0 != (created == nil) {
				t.Fatalf("links: %v, %v; the link: %v", used, err, created)
			}
			if created == nil && moved == nil && i%2 == 0 {
				t.Error("the domain was transferred with a link")
			}
			if created != nil && !fault.Is(created, fault.Invalid) || moved != nil && !fault.Is(moved, fault.Conflict) {
				t.Errorf("link: %v, domain: %v", created, moved)
			}
			if created != nil && moved != nil {
				t.Errorf("both failed: %v, %v", created, moved)
			}
			if created == nil {
				if _, err := links.Lookup(t.Context(), b.owner, d.Host, alias); err != nil {
					t.Errorf("the link was stored by another case rule: %v", err)
				}
			}
		}
	})
}

// freePlan has no limits and stores passwords as they are.
type freePlan struct{}

func (freePlan) Hash(_ context.Context, plain string) (string, error) { return plain, nil }

func TestService_TransferRequiresManagersOfBothWorkspacesAndRoom(t *testing.T) {
	t.Parallel()
	benches(t, func(t *testing.T, b *bench) {
		other, both := b.secondWorkspace(t)
		d := b.verified(t, b.owner, "go.brand.example")
		editor := b.owner
		editor.Role = access.Editor
		if _, err := b.Transfer(t.Context(), editor, d.ID, other.WorkspaceID); !fault.Is(err, fault.Forbidden) {
			t.Errorf("an editor transfers a domain: %v", err)
		}
		b.limit = 1
		b.add(t, other, "go.other.example")
		if _, err := b.Transfer(t.Context(), both, d.ID, other.WorkspaceID); !fault.Is(err, fault.LimitReached) {
			t.Errorf("a transfer beyond the plan of the other workspace: %v", err)
		}
		b.limit = 2
		if _, err := b.Transfer(t.Context(), both, d.ID, other.WorkspaceID); err != nil {
			t.Errorf("a transfer within the plan: %v", err)
		}
	})
}

func TestService_LimitsOfThePlan(t *testing.T) {
	t.Parallel()
	benches(t, func(t *testing.T, b *bench) {
		b.limit = 1
		d := b.add(t, b.owner, "one.brand.example")
		if _, err := b.Create(t.Context(), b.owner, "one.brand.example"); !fault.Is(err, fault.Conflict) {
			t.Errorf("the same domain again: %v", err)
		}
		if _, err := b.Create(t.Context(), b.owner, "two.brand.example"); !fault.Is(err, fault.LimitReached) {
			t.Errorf("a second domain: %v", err)
		}
		if err := b.Delete(t.Context(), b.owner, d.ID); err != nil {
			t.Fatal(err)
		}
		b.add(t, b.owner, "two.brand.example")
		if _, err := b.Restore(t.Context(), b.owner, d.ID); !fault.Is(err, fault.LimitReached) {
			t.Errorf("restoring beyond the limit: %v", err)
		}
	})
}

func TestService_VerifyIsLimitedPerDomain(t *testing.T) {
	t.Parallel()
	benches(t, func(t *testing.T, b *bench) {
		d := b.add(t, b.owner, "go.brand.example")
		var err error
		for range 20 {
			if _, err = b.Verify(t.Context(), b.owner, d.ID); err != nil {
				break
			}
		}
		if !fault.Is(err, fault.RateLimited) {
			t.Fatalf("after 20 checks: %v", err)
		}
		b.clock.Advance(time.Minute)
		b.verify(t, b.owner, d.ID)
	})
}

func TestService_UpdateValidatesSettings(t *testing.T) {
	t.Parallel()
	benches(t, func(t *testing.T, b *bench) {
		d := b.verified(t, b.owner, "go.brand.example")
		got, err := b.Update(t.Context(), b.owner, d.ID, func(s *domain.Settings) {
			s.RootURL = "https://brand.example/"
			s.RedirectStatus, s.Robots, s.Privacy = 308, domain.RobotsDisallow, domain.PrivacyAggregate
			s.AppleAppSiteAssociation = `{ "applinks": { "details": [] } }`
			s.AssetLinks = `[{"relation": ["delegate_permission/common.handle_all_urls"], "target": {"namespace": "android_app"}}]`
		})
		if err != nil {
			t.Fatal(err)
		}
		if got.RootURL != "https://brand.example/" || got.RedirectStatus != 308 || got.AppleAppSiteAssociation != `{"applinks":{"details":[]}}` {
			t.Errorf("settings: %+v", got.Settings)
		}
		for field, edit := range map[string]domain.Edit{
			"rootUrl":                 func(s *domain.Settings) { s.RootURL = "javascript:alert(1)" },
			"notFoundUrl":             func(s *domain.Settings) { s.NotFoundURL = "brand.example" },
			"expiredUrl":              func(s *domain.Settings) { s.ExpiredURL = "https://ada:secret@brand.example/" },
			"redirectStatus":          func(s *domain.Settings) { s.RedirectStatus = 303 },
			"robots":                  func(s *domain.Settings) { s.Robots = "maybe" },
			"privacy":                 func(s *domain.Settings) { s.Privacy = "none" },
			"appleAppSiteAssociation": func(s *domain.Settings) { s.AppleAppSiteAssociation = `[]` },
			"assetLinks":              func(s *domain.Settings) { s.AssetLinks = `{}` },
			"notes":                   func(s *domain.Settings) { s.Notes = null.Text(strings.Repeat("ä", domain.MaxNotes+1)) },
		} {
			_, err := b.Update(t.Context(), b.owner, d.ID, edit)
			var f *fault.Error
			if !errors.As(err, &f) || len(f.Fields) != 1 || f.Fields[0].Field != field {
				t.Errorf("%s: %v", field, err)
			}
		}
	})
}

func TestService_ListFindsHostsAndNotes(t *testing.T) {
	t.Parallel()
	benches(t, func(t *testing.T, b *bench) {
		own, err := b.Default(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		shop, books := b.verified(t, b.owner, "go.shop.example"), b.verified(t, b.owner, "bücher.example")
		notes := null.Text("Renewed by Ada every May" + strings.Repeat("ä", domain.MaxNotes-24))
		if _, err := b.Update(t.Context(), b.owner, shop.ID, func(s *domain.Settings) { s.Notes = notes }); err != nil {
			t.Fatal(err)
		}
		for search, want := range map[string][]string{
			"":        {own.ID, shop.ID, books.ID},
			" SHOP ":  {shop.ID},
			"by ada":  {shop.ID},
			"BÜCHER":  {books.ID},
			"xn--":    {books.ID},
			"no such": {},
		} {
			found, err := b.List(t.Context(), b.owner, search)
			ids := make([]string, len(found))
			for i, d := range found {
				ids[i] = d.ID
			}
			slices.Sort(ids)
			slices.Sort(want)
			if err != nil || !slices.Equal(ids, want) {
				t.Errorf("%q finds %v, %v; want %v", search, ids, err, want)
			}
		}
	})
}

func TestService_OperatorsChangeTheDefaultDomain(t *testing.T) {
	t.Parallel()
	benches(t, func(t *testing.T, b *bench) {
		own, err := b.Default(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		member := testkit.Owner(t, b.store)
		first := b.owner // the first user of an install is its operator
		first.SessionID, member.SessionID = "ses_1", "ses_2"
		change := func(s *domain.Settings) {
			s.CaseSensitive, s.NotFoundURL, s.Robots = true, "https://brand.example/lost", domain.RobotsDisallow
		}
		if _, err := b.Update(t.Context(), member, own.ID, change); !fault.Is(err, fault.Forbidden) {
			t.Errorf("an owner of a workspace changes the default domain: %v", err)
		}
		withKey := first
		withKey.SessionID = ""
		if _, err := b.Update(t.Context(), withKey, own.ID, change); !fault.Is(err, fault.Forbidden) {
			t.Errorf("an API key changes the default domain: %v", err)
		}
		b.events = nil
		got, err := b.Update(t.Context(), first, own.ID, change)
		if err != nil || !got.CaseSensitive || got.NotFoundURL != "https://brand.example/lost" || got.Robots != domain.RobotsDisallow {
			t.Errorf("the operator's change: %+v, %v", got.Settings, err)
		}
		if len(b.events) != 1 || b.events[0].Actor.Kind != event.Operator || b.events[0].WorkspaceID != "" {
			t.Errorf("events %+v", b.events)
		}
		images := func(s *domain.Settings) {
			s.QRLook = new(look.Defaults())
			s.QRLook.Logo = "med_1"
		}
		var f *fault.Error
		if _, err := b.Update(t.Context(), first, own.ID, images); !errors.As(err, &f) || f.Fields[0].Field != "qrLook" {
			t.Errorf("a look with an image of a workspace: %v", err)
		}
		for name, do := range map[string]func() error{
			"delete":   func() error { return b.Delete(t.Context(), first, own.ID) },
			"transfer": func() error { _, err := b.Transfer(t.Context(), first, own.ID, b.owner.WorkspaceID); return err },
		} {
			if err := do(); err == nil {
				t.Errorf("%s of the default domain succeeds", name)
			}
		}
		commands := domain.NewOperator(b.Service)
		if d, err := commands.Set(t.Context(), "", func(s *domain.Settings) { s.HSTS = true }); err != nil || !d.HSTS || !d.CaseSensitive {
			t.Errorf("a command's change: %+v, %v", d.Settings, err)
		}
		custom := b.verified(t, b.owner, "go.brand.example")
		if d, err := commands.Set(t.Context(), custom.Host, func(s *domain.Settings) { s.RootURL = "https://brand.example/" }); err != nil || d.RootURL != "https://brand.example/" {
			t.Errorf("a command's change of a custom domain: %+v, %v", d.Settings, err)
		}
		if _, err := commands.Set(t.Context(), "other.example", func(*domain.Settings) {}); !fault.Is(err, fault.NotFound) {
			t.Errorf("a command's change of an unknown host: %v", err)
		}
	})
}
