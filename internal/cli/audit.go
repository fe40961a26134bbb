package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"linnet/internal/app"
	"linnet/internal/base/fault"
	"linnet/internal/config"
	"linnet/internal/core/audit"
)

type auditCmds struct {
	Verify auditVerifyCmd `cmd:"" help:"Verify that no event of the audit logs was changed, removed or inserted. Works while Linnet runs."`
}

type auditVerifyCmd struct {
	asJSON
	Expect []string `placeholder:"SEQUENCE:HASH" help:"The head that an earlier verification printed. The event must have the same hash."`
}

// Run prints the result and fails if the chain is not intact.
func (c auditVerifyCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	anchors := make([]audit.Anchor, len(c.Expect))
	for i, text := range c.Expect {
		sequence, hash, _ := strings.Cut(text, ":")
		n, err := strconv.ParseInt(sequence, 10, 64)
		if err != nil || n < 1 || hash == "" {
			return fault.New(fault.Invalid, fmt.Sprintf("--expect %s is not a sequence number and a hash, such as 4711:9f2c….", text))
		}
		anchors[i] = audit.Anchor{Sequence: n, Hash: hash}
	}
	report, err := app.VerifyAudit(ctx, *cfg, anchors...)
	if err != nil {
		return err
	}
	err = c.print(s.out, report, func(w io.Writer) error {
		if report.Problem != nil {
			return nil
		}
		_, err := fmt.Fprintf(w, "The audit log is intact: %d events, of which %d are erased.\nHead: %d:%s\n"+
			"Store the head outside this machine and pass it to --expect later.\n",
			report.Events, report.Erased, report.Head.Sequence, report.Head.Hash)
		return err
	})
	if err == nil && report.Problem != nil {
		p := report.Problem
		err = errors.New(strings.TrimSpace(fmt.Sprintf("the audit log is not intact: event %d %s", p.Sequence, p.ID)) + ": " + p.Message)
	}
	return err
}
