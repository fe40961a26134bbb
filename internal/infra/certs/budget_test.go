package certs

import (
	"strings"
	"testing"
	"time"

	"linnet/internal/core/certificate"
	"linnet/internal/testkit"
)

func TestManager_LimitsTheOrdersOfAWorkspace(t *testing.T) {
	t.Parallel()
	testkit.Long(t)
	i := newInstallation(t, testkit.SQLite(t))
	i.budget = NewOrderBudget(1, nil, i.clock)
	i.hosts.owner = "wsp_a"
	n, _ := i.issue(t)
	second, other, own := "second."+i.host, "other."+i.host, []string{"own-1." + i.host, "own-2." + i.host}
	i.allow(t, append(own, second, other)...)
	if _, err := i.handshake(n, second); err == nil || i.ca.Orders(second) != 0 {
		t.Errorf("the second host of the day: %d orders, error %v", i.ca.Orders(second), err)
	}
	again := i.clock.Now().Add(24 * time.Hour).Truncate(time.Minute).Add(time.Minute)
	want := "The limit of new certificates of this workspace, 1 in 24 hours, is reached. The next order follows on " +
		again.UTC().Format("2 Jan 2006, 15:04 UTC") + "."
	state, err := n.State(t.Context(), second)
	if err != nil || state.State != certificate.Failed || state.Error != want {
		t.Errorf("%+v, %v, want the error %q", state, err, want)
	}
	if stats := n.Stats(); stats.Orders != 1 || stats.Failures != 0 || !strings.Contains(n.logged(), "certificate order postponed") {
		t.Errorf("%+v after one order and a postponed one", stats)
	}

	i.hosts.owner = "wsp_b"
	i.mustIssue(t, n, other)
	i.hosts.owner = "" // of the operator
	for _, host := range own {
		i.mustIssue(t, n, host)
	}

	// Four renewals and the postponed order of one workspace.
	i.hosts.owner = "wsp_a"
	i.clock.Advance(61 * 24 * time.Hour)
	i.round(t, n)
	for _, host := range append(own, i.host, other) {
		// The test's authority finds no order for about one serial of 512, and the renewal is tried again.
		if got := i.ca.Orders(host); got < 2 {
			t.Errorf("%s: %d orders, want the first one and a renewal", host, got)
		}
	}
	i.mustIssue(t, n, second)
	if got := i.ca.Orders(second); got != 1 {
		t.Errorf("%d orders of the postponed certificate, want 1", got)
	}
}

func (i *installation) mustIssue(t *testing.T, n *node, host string) {
	t.Helper()
	if _, err := i.handshake(n, host); err != nil {
		t.Errorf("%s: %v", host, err)
	}
}
