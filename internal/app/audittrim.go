package app

import (
	"log/slog"

	"linnet/internal/base/clock"
	"linnet/internal/base/ident"
	"linnet/internal/base/loop"
	"linnet/internal/core/audit"
	"linnet/internal/core/plan"
	"linnet/internal/infra/records"
)

// newAuditTrimmer returns the trimmer of the audit logs, which runs on one node at a time.
func newAuditTrimmer(records *records.Store, limits plan.LimitsOf, clock clock.Clock, log *slog.Logger) *audit.Trimmer {
	leader := &loop.Leader{Leases: records, Owner: ident.New(ident.Node), Clock: clock}
	return audit.NewTrimmer(audit.TrimmerDeps{Store: records, Limits: limits, Leader: leader, Clock: clock, Log: log})
}
