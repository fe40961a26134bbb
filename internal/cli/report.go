package cli

import (
	"context"
	"fmt"
	"strings"
	"time"

	"linnet/internal/app"
	"linnet/internal/config"
	"linnet/internal/core/abuse"
	"linnet/internal/core/operator"
)

type reportCmds struct {
	List    reportListCmd    `cmd:"" help:"List the abuse reports of visitors, grouped by link."`
	Show    reportShowCmd    `cmd:"" help:"Print a case with its reports."`
	Resolve reportResolveCmd `cmd:"" help:"Block the link, its destination or its workspace, or dismiss the reports."`
}

// caseRow is a case in JSON.
type caseRow struct {
	ID          string       `json:"id"`
	ShortLink   string       `json:"shortLink"`
	Destination string       `json:"destination"`
	Workspace   string       `json:"workspace"`
	State       abuse.State  `json:"state"`
	Reason      abuse.Reason `json:"reason"`
	Reports     int          `json:"reports"`
	Clicks      int64        `json:"clicks"`
	Action      abuse.Action `json:"action"`
	Note        string       `json:"note"`
	CreatedAt   time.Time    `json:"createdAt"`
	ReportedAt  time.Time    `json:"reportedAt"`
	ResolvedAt  time.Time    `json:"resolvedAt,omitzero"`
}

func caseRowOf(c operator.AbuseCase) caseRow {
	return caseRow{
		c.ID, c.ShortLink, c.URL, c.WorkspaceID, c.State, c.Reason, c.Reports, c.Clicks, c.Action, c.Note,
		c.CreatedAt, c.ReportedAt, c.ResolvedAt,
	}
}

// line returns the row for people.
func (r caseRow) line() string {
	return fmt.Sprintf("%s  %-9s %-9s %4d reports  %s → %s", r.ID, r.State, r.Reason, r.Reports, r.ShortLink, r.Destination)
}

type reportListCmd struct {
	asJSON
	State string `help:"Only cases in this state: open, actioned, dismissed; or all." enum:"open,actioned,dismissed,all" default:"open"`
}

// Run lists.
func (c reportListCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	return app.WithOperator(ctx, *cfg, func(o *operator.Service) error {
		state := abuse.State(c.State)
		if c.State == "all" {
			state = ""
		}
		page, err := o.AbuseCases(ctx, state, operator.Query{Limit: operator.MaxListed})
		if err != nil {
			return err
		}
		rows, lines := []caseRow{}, []string{}
		for _, found := range page.Items {
			rows = append(rows, caseRowOf(found))
			lines = append(lines, caseRowOf(found).line())
		}
		return c.done(s, map[string]any{"cases": rows, "total": page.Total}, strings.Join(lines, "\n"))
	})
}

type reportShowCmd struct {
	asJSON
	Case string `arg:"" help:"The id of the case."`
}

// Run prints a case.
func (c reportShowCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	return app.WithOperator(ctx, *cfg, func(o *operator.Service) error {
		found, reports, err := o.AbuseCase(ctx, c.Case)
		if err != nil {
			return err
		}
		type row struct {
			Reason    abuse.Reason `json:"reason"`
			Details   string       `json:"details"`
			Email     string       `json:"email"`
			CreatedAt time.Time    `json:"createdAt"`
		}
		rows, lines := []row{}, []string{caseRowOf(found).line()}
		for _, r := range reports {
			rows = append(rows, row{r.Reason, r.Details, r.Email, r.CreatedAt})
			lines = append(lines, fmt.Sprintf("%s  %-9s %q  %s", r.CreatedAt.UTC().Format(time.DateTime), r.Reason, r.Details, r.Email))
		}
		return c.done(s, map[string]any{"case": caseRowOf(found), "reports": rows}, strings.Join(lines, "\n"))
	})
}

type reportResolveCmd struct {
	asJSON
	Case   string `arg:"" help:"The id of the case."`
	Action string `help:"What to do: block_link, block_host (the host of the destination), suspend_workspace or dismiss." enum:"block_link,block_host,suspend_workspace,dismiss" required:""`
	Note   string `help:"Why, for operators."`
}

// Run resolves.
func (c reportResolveCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	return app.WithOperator(ctx, *cfg, func(o *operator.Service) error {
		resolved, err := o.ResolveAbuse(ctx, c.Case, abuse.Action(c.Action), c.Note)
		if err != nil {
			return err
		}
		return c.done(s, map[string]any{"case": caseRowOf(resolved)}, fmt.Sprintf("The case of %s is %s.", resolved.ShortLink, resolved.State))
	})
}
