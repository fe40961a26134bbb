package certs

import (
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/ocsp"

	"linnet/internal/core/certificate"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
	"linnet/internal/testkit/testca"
)

func TestManager_IssuesOnTheFirstHandshake(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, store *records.Store) {
		i := newInstallation(t, store)
		i.allow(t, i.host)
		n := i.start(t, nil)
		first, err := i.handshake(n, strings.ToUpper(i.host))
		if err != nil {
			t.Fatal(err)
		}
		again, err := i.handshake(n, i.host)
		if err != nil || !again.Equal(first) {
			t.Errorf("the second handshake got another certificate, %v", err)
		}
		if got := i.ca.Orders(i.host); got != 1 {
			t.Errorf("%d orders, want 1", got)
		}
		state, err := n.State(t.Context(), i.host)
		if err != nil || state.State != certificate.Valid || !state.ExpiresAt.Equal(first.NotAfter) {
			t.Errorf("%+v, %v", state, err)
		}
		if !n.Secured(i.host) || n.Secured("other.brand.test") {
			t.Error("want the host, and only it, to be secured")
		}
		restarted := i.start(t, nil)
		if cert, err := i.handshake(restarted, i.host); err != nil || !cert.Equal(first) {
			t.Errorf("after a restart: %v", err)
		}
	})
}

func TestManager_AnswersEitherChallenge(t *testing.T) {
	t.Parallel()
	for _, challenge := range []string{"http-01", "tls-alpn-01"} {
		t.Run(challenge, func(t *testing.T) {
			t.Parallel()
			i := newInstallation(t, testkit.SQLite(t))
			i.allow(t, i.host)
			unused := listen(t)
			if challenge == "http-01" {
				i.ca = testca.New(t, i.dns, i.plain.Addr(), unused.Addr())
			} else {
				i.ca = testca.New(t, i.dns, unused.Addr(), i.secure.Addr())
			}
			_ = unused.Close()
			if _, err := i.handshake(i.start(t, nil), i.host); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestManager_EnsureIssuesInTheBackground(t *testing.T) {
	t.Parallel()
	i := newInstallation(t, testkit.SQLite(t))
	i.allow(t, i.host)
	n := i.start(t, nil)
	for range 3 {
		if err := n.Ensure(t.Context(), i.host); err != nil {
			t.Fatal(err)
		}
	}
	waitFor(t, func() bool { return n.Secured(i.host) })
	if got := i.ca.Orders(i.host); got != 1 {
		t.Errorf("%d orders, want 1", got)
	}
}

func TestManager_MadeUpNamesPlaceNoOrder(t *testing.T) {
	t.Parallel()
	i := newInstallation(t, testkit.SQLite(t))
	n := i.start(t, nil)
	for k := range 1000 {
		host := fmt.Sprintf("host-%d.made-up.test", k)
		if _, err := i.handshake(n, host); err == nil {
			t.Fatalf("%s got a certificate", host)
		}
	}
	if calls := i.hosts.calls.Load(); calls > int64(lookupLimit.Burst)+1 {
		t.Errorf("%d lookups for 1,000 made-up names of one network, want at most %d", calls, lookupLimit.Burst)
	}
	stats := n.Stats()
	if stats.Orders != 0 || stats.Limited == 0 || stats.Unknown == 0 {
		t.Errorf("%+v", stats)
	}
	if files, err := i.store.CertificateFiles(t.Context(), ""); err != nil || len(files) > 0 {
		t.Errorf("%d files are stored, %v", len(files), err)
	}
}

func TestManager_TwoNodesPlaceOneOrder(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, store *records.Store) {
		i := newInstallation(t, store)
		i.allow(t, i.host)
		a, b := i.start(t, nil), i.start(t, nil)
		var clients sync.WaitGroup
		for k := range 20 {
			n := []*node{a, b}[k%2]
			clients.Go(func() {
				if _, err := i.handshake(n, i.host); err != nil {
					t.Error(err)
				}
			})
		}
		clients.Wait()
		if got := i.ca.Orders(i.host); got != 1 {
			t.Errorf("%d orders, want 1", got)
		}
	})
}

func TestManager_RenewsInTheLastThird(t *testing.T) {
	t.Parallel()
	i := newInstallation(t, testkit.SQLite(t))
	n, first := i.issue(t)
	i.clock.Advance(59 * 24 * time.Hour)
	i.round(t, n)
	if got := i.ca.Orders(i.host); got != 1 {
		t.Fatalf("%d orders before the renewal is due, want 1", got)
	}
	i.clock.Advance(2 * 24 * time.Hour)
	i.round(t, n)
	if got := i.ca.Orders(i.host); got != 2 {
		t.Fatalf("%d orders after the renewal was due, want 2", got)
	}
	renewed, err := i.handshake(n, i.host)
	if err != nil || renewed.Equal(first) {
		t.Errorf("the renewed certificate is not served, %v", err)
	}
}

func TestManager_CADownForAWeek(t *testing.T) {
	t.Parallel()
	testkit.Long(t)
	i := newInstallation(t, testkit.SQLite(t))
	n, first := i.issue(t)
	i.clock.Advance(61 * 24 * time.Hour)
	i.ca.SetDown(true)
	failures := 0
	for range 7 { // a restart each day
		n = i.start(t, nil)
		for range 24 * 4 {
			i.round(t, n)
			i.clock.Advance(15 * time.Minute)
		}
		stats := n.Stats()
		failures += int(stats.Failures)                                                                  //nolint:gosec // a few
		if lines := strings.Count(n.logged(), "certificate order failed"); lines > int(stats.Failures) { //nolint:gosec // a few
			t.Errorf("%d log lines for %d failures", lines, stats.Failures)
		}
		if cert, err := i.handshake(n, i.host); err != nil || !cert.Equal(first) {
			t.Errorf("the old certificate is not served meanwhile: %v", err)
		}
	}
	if failures < 5 || failures > 25 {
		t.Errorf("%d failed orders in a week with restarts, want back-off to a few each day", failures)
	}
	state, err := n.State(t.Context(), i.host)
	if err != nil || state.State != certificate.Valid || !strings.Contains(state.Error, "could not be reached") {
		t.Errorf("%+v, %v", state, err)
	}
	i.ca.SetDown(false)
	i.clock.Advance(14 * time.Hour)
	i.round(t, n)
	if renewed, err := i.handshake(n, i.host); err != nil || renewed.Equal(first) {
		t.Errorf("no renewal after the CA is back: %v", err)
	}
	if state, err := n.State(t.Context(), i.host); err != nil || state.Error != "" {
		t.Errorf("%+v, %v", state, err)
	}
}

func TestManager_ReplacesARevokedCertificate(t *testing.T) {
	t.Parallel()
	i := newInstallation(t, testkit.SQLite(t))
	_, first := i.issue(t)
	i.ca.Revoke(t, first)
	i.expireRenewalInfo(t, i.host)
	restarted := i.start(t, nil)
	if cert, err := i.handshake(restarted, i.host); err != nil || !cert.Equal(first) {
		t.Fatal(err)
	}
	if err := restarted.acme.cache.RenewManagedCertificates(t.Context()); err != nil {
		t.Fatal(err)
	}
	waitFor(t, func() bool {
		cert, err := i.handshake(restarted, i.host)
		return err == nil && !cert.Equal(first)
	})
}

func TestManager_StaplesOCSPResponses(t *testing.T) {
	t.Parallel()
	i := newInstallation(t, testkit.SQLite(t))
	i.ca = testca.NewWithOCSP(t, i.dns, i.plain.Addr(), i.secure.Addr())
	_, leaf := i.issue(t)
	for name, n := range map[string]*node{"a restarted node": i.start(t, nil), "another node": i.start(t, nil)} {
		conn, err := tls.Dial("tcp", n.secure.Addr().String(), &tls.Config{ServerName: i.host, RootCAs: i.ca.Issued, MinVersion: tls.VersionTLS12})
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		chain := conn.ConnectionState().VerifiedChains[0]
		status, err := ocsp.ParseResponseForCert(conn.OCSPResponse(), leaf, chain[1])
		if err != nil || status.Status != ocsp.Good {
			t.Errorf("%s: %+v, %v", name, status, err)
		}
	}
}

// expireRenewalInfo makes the stored ACME renewal information of host outdated,
// which is otherwise fresh for hours.
func (i *installation) expireRenewalInfo(t *testing.T, host string) {
	t.Helper()
	all, err := i.store.CertificateFiles(t.Context(), "certificates")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range all {
		if !strings.HasSuffix(f.Path, "/"+host+".json") {
			continue
		}
		content, err := i.store.CertificateFile(t.Context(), f.Path)
		if err != nil {
			t.Fatal(err)
		}
		var meta map[string]any
		if err := json.Unmarshal(content, &meta); err != nil {
			t.Fatal(err)
		}
		info := meta["issuer_data"].(map[string]any)["renewal_info"].(map[string]any)
		info["_retryAfter"] = time.Now().Add(-time.Minute)
		if content, err = json.Marshal(meta); err != nil {
			t.Fatal(err)
		}
		if err := i.store.PutCertificateFile(t.Context(), f.Path, content, time.Now()); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Fatal("no metadata is stored")
}

// TestManager_StoresWhyAnOrderFailed covers hosts that the CA refuses.
func TestManager_StoresWhyAnOrderFailed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		prepare func(*testing.T, *installation)
		want    string
	}{
		"DNS leads elsewhere": {func(t *testing.T, i *installation) { i.dns.Set(t, i.host, "A", "127.9.9.9") }, "127.9.9.9"},
		"no address":          {func(t *testing.T, i *installation) { i.dns.Set(t, i.host, "A") }, ".brand.test"},
		"CAA forbids":         {func(t *testing.T, i *installation) { i.dns.Set(t, i.host, "CAA", `0 issue "other-ca.example"`) }, "A CAA record forbids"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			i := newInstallation(t, testkit.SQLite(t))
			i.allow(t, i.host)
			c.prepare(t, i)
			n := i.start(t, nil)
			for range 5 {
				if _, err := i.handshake(n, i.host); err == nil {
					t.Fatal("the handshake succeeded")
				}
				n.answers.InvalidateAll()
			}
			state, err := n.State(t.Context(), i.host)
			if err != nil || state.State != certificate.Failed || !strings.Contains(state.Error, c.want) {
				t.Errorf("%+v, %v, want an error with %q", state, err, c.want)
			}
			if stats := n.Stats(); stats.Orders != 1 || stats.Failures != 1 {
				t.Errorf("%+v, want one order: the next one waits", stats)
			}
			if n.Secured(i.host) {
				t.Error("the host counts as secured")
			}
			i.dns.Set(t, i.host, "A", "127.0.0.1")
			i.dns.Set(t, i.host, "CAA")
			i.clock.Advance(afterVerify)
			if err := n.Ensure(t.Context(), i.host); err != nil {
				t.Fatal(err)
			}
			waitFor(t, func() bool { return n.Secured(i.host) })
		})
	}
}

func TestManager_ClockBehindByADay(t *testing.T) {
	t.Parallel()
	i := newInstallation(t, testkit.SQLite(t))
	i.clock.Advance(-24 * time.Hour)
	n, _ := i.issue(t)
	for range 24 {
		i.clock.Advance(time.Hour)
		i.round(t, n)
	}
	if orders := n.Stats().Orders; orders != 1 {
		t.Errorf("%d orders, want 1", orders)
	}
}

func TestManager_RemovedHostsLoseTheirCertificates(t *testing.T) {
	t.Parallel()
	i := newInstallation(t, testkit.SQLite(t))
	n, _ := i.issue(t)
	n.Forget(i.host)
	if err := n.Ensure(t.Context(), i.host); err != nil || !n.Secured(i.host) {
		t.Errorf("a restored host with a certificate is not redirected to https: %v", err)
	}
	i.hosts.set(i.host, false)
	n.Forget(i.host)
	if _, err := i.handshake(n, i.host); err == nil {
		t.Error("a removed host is served")
	}
	if n.Secured(i.host) {
		t.Error("a removed host is redirected to https")
	}
	i.clock.Advance(61 * 24 * time.Hour)
	i.round(t, n)
	if got := i.ca.Orders(i.host); got != 1 {
		t.Errorf("%d orders, want 1: removed hosts are not renewed", got)
	}
	if i.stored(t, i.host) != nil {
		t.Error("the certificate of a removed host is still stored when its renewal is due")
	}
}

// round runs a round of due orders.
func (i *installation) round(t *testing.T, n *node) {
	t.Helper()
	if err := n.orderDue(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// waitFor polls until done returns true.
func waitFor(t *testing.T, done func() bool) {
	t.Helper()
	for range 600 {
		if done() {
			return
		}
		<-time.After(50 * time.Millisecond)
	}
	t.Fatal("timed out")
}

// TestManager_BacksOffWhateverTheErrorSays fails orders with errors whose bytes at the
// border of the stored text are part of a character, or none.
func TestManager_BacksOffWhateverTheErrorSays(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, store *records.Store) {
		i := newInstallation(t, store)
		n := i.start(t, nil)
		for k, end := range []string{"é", "€", "😀", "\xe9", "\x00", "\n"} {
			for before := maxErrorText - 70; before <= maxErrorText; before++ {
				host := fmt.Sprintf("host-%d-%d.brand.test", k, before)
				n.fail(t.Context(), host, errors.New(strings.Repeat("x", before)+strings.Repeat(end, 5)))
				state, err := store.Certificate(t.Context(), host)
				if err != nil || state.Failures != 1 || !state.RetryAt.After(i.clock.Now()) || !strings.Contains(state.Error, "could not be reached") {
					t.Fatalf("%d bytes and %q: %+v, %v", before, end, state, err)
				}
			}
		}
	})
}
