package cli

import (
	"context"
	"fmt"
	"io"
	"strings"

	"linnet/internal/app"
	"linnet/internal/config"
	"linnet/internal/core/operator"
)

type workspaceListCmd struct{ listing }

// Run prints workspaces, the newest first.
func (c workspaceListCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	return app.WithOperator(ctx, *cfg, func(o *operator.Service) error {
		page, err := o.Workspaces(ctx, operator.Query{Search: c.Search, Limit: c.Limit})
		if err != nil {
			return err
		}
		all := page.Items
		return c.print(s.out, all, func(w io.Writer) error {
			rows := [][]string{{"ID", "NAME", "PLAN", "OWNER", "LINKS", "STATE"}}
			for _, v := range all {
				rows = append(rows, []string{v.ID, v.Name, string(v.Plan), v.Owner, fmt.Sprint(v.Links), state(v.Suspended)})
			}
			return table(w, rows)
		})
	})
}

type setPlanCmd struct {
	asJSON
	Workspace string `arg:"" help:"Workspace id, such as wsp_…."`
	Plan      string `arg:"" help:"Plan, such as PROFESSIONAL."`
}

// Run sets the plan.
func (c setPlanCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	return app.WithOperator(ctx, *cfg, func(o *operator.Service) error {
		if err := o.SetPlan(ctx, c.Workspace, c.Plan); err != nil {
			return err
		}
		return c.done(s, map[string]any{"workspace": c.Workspace, "plan": strings.ToUpper(c.Plan)},
			fmt.Sprintf("Workspace %s now has the plan %s.", c.Workspace, strings.ToUpper(c.Plan)))
	})
}
