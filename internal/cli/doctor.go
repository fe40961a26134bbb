package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"linnet/internal/app"
	"linnet/internal/app/doctor"
	"linnet/internal/config"
)

type doctorCmd struct {
	JSON          bool `name:"json" help:"Print the findings as JSON."`
	RebuildClicks bool `help:"Replace a damaged click store by a new one with every click that can be read. The damaged file is kept."`
}

// Run prints the findings and fails when there is a problem.
func (c doctorCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	install := app.NewDoctor(*cfg)
	if c.RebuildClicks {
		return install.RebuildClicks(ctx, s.out)
	}
	findings, err := install.Diagnose(ctx)
	if err != nil {
		return err
	}
	if c.JSON {
		encoder := json.NewEncoder(s.out)
		encoder.SetIndent("", "  ")
		err = encoder.Encode(findings)
	} else {
		err = printFindings(s.out, findings)
	}
	if err != nil {
		return err
	}
	problems := 0
	for _, f := range findings {
		if !f.OK {
			problems++
		}
	}
	if problems > 0 {
		return fmt.Errorf("problems found: %d", problems)
	}
	return nil
}

type retryTasksCmd struct{ asJSON }

// Run retries failed background tasks.
func (c retryTasksCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	n, err := app.RetryTasks(ctx, *cfg)
	if err != nil {
		return err
	}
	return c.done(s, map[string]any{"retried": n}, fmt.Sprintf("Tasks that Linnet retries while it runs: %d", n))
}

func printFindings(w io.Writer, findings []doctor.Finding) error {
	for _, f := range findings {
		state := "ok     "
		if !f.OK {
			state = "PROBLEM"
		}
		if _, err := fmt.Fprintf(w, "%s  %-16s %s\n", state, f.Check, f.Detail); err != nil {
			return err
		}
		if f.Fix != "" {
			fmt.Fprintf(w, "         %-16s → %s\n", "", f.Fix)
		}
	}
	return nil
}
