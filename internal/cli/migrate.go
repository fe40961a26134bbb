package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"linnet/internal/app"
	"linnet/internal/app/installcopy"
	"linnet/internal/base/clock"
	"linnet/internal/config"
)

type migrateCmd struct {
	asJSON
	To         string `help:"Copy the records to this database or data folder: postgres://… or a path." placeholder:"PLACE" env:"LINNET_MIGRATE_TO"`
	Clicks     string `help:"Copy the clicks to this database or data folder: clickhouse://… or a path. Default: that of --to, if both sides are data folders." placeholder:"PLACE" env:"LINNET_MIGRATE_CLICKS"`
	From       string `help:"Copy the records from this place. Default: that of the settings." placeholder:"PLACE" env:"LINNET_MIGRATE_FROM"`
	FromClicks string `help:"Copy the clicks from this place. Default: that of the settings, or the folder of --from." placeholder:"PLACE" env:"LINNET_MIGRATE_FROM_CLICKS"`
	Media      string `help:"Copy the files of images to this bucket or folder: s3://… or a path. Default: the folder media of --to, if both sides are data folders." placeholder:"PLACE" env:"LINNET_MIGRATE_MEDIA"`
	FromMedia  string `help:"Copy the files of images from this bucket or folder. Default: that of the settings, or the folder media of --from." placeholder:"PLACE" env:"LINNET_MIGRATE_FROM_MEDIA"`
	Finish     bool   `help:"Complete the copy: Linnet must be stopped, and can be started on the target afterwards."`
}

// copiesOf returns the copies of an install.
func copiesOf(cfg *config.Config, s streams) *installcopy.Service {
	return installcopy.New(installcopy.Deps{Config: *cfg, Clock: clock.System{}, Log: newLogger(*cfg, s.err)})
}

// Run copies an install, or migrates the records without a target.
func (c migrateCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	if c.To == "" && c.Clicks == "" {
		return c.migrateSchema(ctx, cfg, s)
	}
	opts := installcopy.Options{
		From:       c.From,
		FromClicks: c.FromClicks,
		FromMedia:  c.FromMedia,
		To:         c.To,
		ToClicks:   c.Clicks,
		ToMedia:    c.Media,
		Finish:     c.Finish,
	}
	report, err := copiesOf(cfg, s).Copy(ctx, opts, showProgress(s.err))
	if err != nil {
		if ctx.Err() != nil {
			err = errors.New("interrupted")
		}
		if report.Begun {
			err = fmt.Errorf("%w. Nodes cannot start on the target yet; run the same command again to continue", err)
		}
		return err
	}
	if err := c.print(s.out, report, func(w io.Writer) error { return c.printReport(w, report, cfg) }); err != nil {
		return err
	}
	if !report.Equal && report.Finished {
		return errors.New("the source and the target differ: one of them was used after the copy was finished, which is not changed any more")
	}
	if !report.Equal {
		return errors.New("the source and the target differ, see the report; stop Linnet and run the command again with --finish")
	}
	return nil
}

func (c migrateCmd) migrateSchema(ctx context.Context, cfg *config.Config, s streams) error {
	if c.Media != "" || c.FromMedia != "" {
		return errors.New("name the target with --to, --clicks or both; linnet media copy copies only images")
	}
	if c.From != "" || c.FromClicks != "" || c.Finish {
		return errors.New("name the target with --to, --clicks or both")
	}
	if err := app.Migrate(ctx, *cfg); err != nil {
		return err
	}
	_, err := fmt.Fprintln(s.out, "The records have the schema of this version.")
	return err
}

// showProgress returns a function that prints a line of progress at each new step, at
// most one in each interval of progressEvery.
func showProgress(w io.Writer) installcopy.Progress {
	now := clock.Steady(clock.System{})
	var shown, began time.Time
	var before int64
	var current string
	return func(step string, done, of int64) {
		at := now.Now()
		if name, _, _ := strings.Cut(step, ","); name != current || done < before { // the next step
			current, began, before = name, at, done
		}
		if at.Sub(shown) < progressEvery {
			return
		}
		shown = at
		line := fmt.Sprintf("%s: %d", step, done)
		if of > 0 {
			line += fmt.Sprintf(" of %d (%d%%)", of, done*100/of)
		}
		if passed := at.Sub(began).Seconds(); passed >= 1 {
			line += fmt.Sprintf(", %.0f per second", float64(done-before)/passed)
		}
		fmt.Fprintln(w, line)
	}
}

func (c migrateCmd) printReport(w io.Writer, r installcopy.Report, cfg *config.Config) error {
	verdict := map[bool]string{true: "equal", false: "differs"}
	if len(r.Records) > 0 {
		rows := [][]string{{"TABLE", "ROWS", "COPIED", "CHECKSUM", "COPY", ""}}
		empty := 0
		for _, t := range r.Records {
			if t.SourceRows == 0 && t.TargetRows == 0 {
				empty++
				continue
			}
			rows = append(rows, []string{
				t.Table, strconv.FormatInt(t.SourceRows, 10), strconv.FormatInt(t.TargetRows, 10),
				t.SourceChecksum[:16], t.TargetChecksum[:16], verdict[t.Equal],
			})
		}
		if err := table(w, rows); err != nil {
			return err
		}
		fmt.Fprintf(w, "%d other tables are empty on both sides.\n\n", empty)
	}
	if len(r.Clicks) > 0 {
		rows := [][]string{{"CLICKS OF", "CLICKS", "COPIED", "CHECKSUM", "COPY", "VISITORS", "COPY", ""}}
		for _, m := range r.Clicks {
			rows = append(rows, []string{
				m.Month, strconv.FormatInt(m.SourceClicks, 10), strconv.FormatInt(m.TargetClicks, 10), m.SourceChecksum, m.TargetChecksum,
				m.SourceVisitors, m.TargetVisitors, verdict[m.Equal],
			})
		}
		if err := table(w, append(rows, []string{""})); err != nil {
			return err
		}
	}
	if r.Media != nil {
		if err := printMediaCopy(w, *r.Media); err != nil {
			return err
		}
	}
	return c.printNextSteps(w, r, cfg)
}

func (c migrateCmd) printNextSteps(w io.Writer, r installcopy.Report, cfg *config.Config) error {
	switch {
	case !r.Equal:
	case r.Finished:
		fmt.Fprintln(w, "The copy is complete and equal. "+
			"Start Linnet with the settings of the target, and never again with those of the source.")
		if len(r.Records) > 0 {
			fmt.Fprintln(w, "Delete the records of the source soon: they have the salts of today's visitors, which Linnet destroys in the target only.")
		}
	default:
		fmt.Fprintln(w, "The copy is equal to what the source had when the command started. Stop Linnet and run the command again with --finish: "+
			"it copies what has changed since.")
	}
	if r.ClicksStay != "" && r.Equal {
		fmt.Fprintf(w, "The clicks were not copied: they stay in %s.\n", r.ClicksStay)
	}
	if r.SecretKey == "differs" {
		fmt.Fprintln(w, "The secret key does not match: set LINNET_SECRET_KEY to the key of the source (the file secret.key of its data folder).")
	}
	if r.Images > 0 && r.Media == nil && cfg.MediaURL == "" {
		_, err := fmt.Fprintf(w, "The files of %d images are in the folder media of the data folder and were not copied. "+
			"Other machines need them: run the command with --media too, such as --media s3://bucket/prefix.\n", r.Images)
		return err
	}
	return nil
}
