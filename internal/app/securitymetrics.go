package app

import (
	"context"
	"net/netip"

	"linnet/internal/core/securitylog"
	"linnet/internal/edge/server"
)

// securityMetrics returns the counters of security events, one series per kind.
func securityMetrics(log *securitylog.Log) []server.Metric {
	metrics := make([]server.Metric, 0, len(securitylog.Kinds()))
	for _, kind := range securitylog.Kinds() {
		metrics = append(metrics, server.Metric{
			Name:    "linnet_security_events_total",
			Help:    "Security events by kind.",
			Counter: true,
			Labels:  map[string]string{"event": string(kind)},
			Read:    func() float64 { return float64(log.Count(kind)) },
		})
	}
	return metrics
}

// recordLinkPasswords returns a function that records rejected passwords of links.
func recordLinkPasswords(log *securitylog.Log) func(ctx context.Context, addr netip.Addr, linkID string, throttled bool) {
	return func(ctx context.Context, addr netip.Addr, linkID string, throttled bool) {
		kind := securitylog.LinkPassword
		if throttled {
			kind = securitylog.LinkPasswordLimit
		}
		log.Record(securitylog.WithRequest(ctx, securitylog.Request{Addr: addr}), kind, "", linkID)
	}
}
