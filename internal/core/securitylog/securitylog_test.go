package securitylog_test

import (
	"bytes"
	"log/slog"
	"net/netip"
	"strings"
	"testing"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/core/securitylog"
)

func newLog() (*securitylog.Log, *clock.Manual, *bytes.Buffer) {
	out, clock := &bytes.Buffer{}, clock.NewManual(time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC))
	return securitylog.New(slog.New(slog.NewTextHandler(out, nil)), clock), clock, out
}

func TestLog_NamesEventUserNetworkAndRequest(t *testing.T) {
	t.Parallel()
	l, _, out := newLog()
	ctx := securitylog.WithRequest(t.Context(), securitylog.Request{ID: "req_1", Addr: netip.MustParseAddr("192.0.2.77")})
	l.Record(ctx, securitylog.LoginFailed, "usr_1", "")
	for _, want := range []string{"event=login.failed", "user=usr_1", "network=192.0.2.0/24", "request=req_1"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %s in %s", want, out)
		}
	}
	if strings.Contains(out.String(), "192.0.2.77") {
		t.Errorf("the address is in %s", out)
	}
}

func TestLog_BoundsLinesAndCountsAll(t *testing.T) {
	t.Parallel()
	l, clock, out := newLog()
	for range 5_000 {
		l.Record(t.Context(), securitylog.LoginFailed, "", "")
	}
	l.Record(t.Context(), securitylog.SignedUp, "", "")
	if lines := strings.Count(out.String(), "\n"); lines != 101 {
		t.Errorf("%d lines", lines)
	}
	clock.Advance(2 * time.Second)
	l.Record(t.Context(), securitylog.LoginFailed, "", "")
	if !strings.HasSuffix(strings.TrimSpace(out.String()), "dropped=4900") {
		t.Errorf("the last line is %q", out.String()[out.Len()-120:])
	}
	if got := l.Count(securitylog.LoginFailed); got != 5_001 {
		t.Errorf("counted %d", got)
	}
	var none *securitylog.Log
	none.Record(t.Context(), securitylog.LoginFailed, "", "")
}

func TestNetwork(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{"192.0.2.77": "192.0.2.0/24", "::ffff:192.0.2.77": "192.0.2.0/24", "2001:db8:1:2:3::4": "2001:db8:1:2::/64"} {
		if got := securitylog.Network(netip.MustParseAddr(given)); got != want {
			t.Errorf("%s: %s", given, got)
		}
	}
	if got := securitylog.Network(netip.Addr{}); got != "" {
		t.Errorf("no address: %s", got)
	}
}
