package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"linnet/internal/app/installcopy"
	"linnet/internal/base/clock"
	"linnet/internal/config"
)

type mediaCmds struct {
	Copy mediaCopyCmd `cmd:"" help:"Copy the files of all images to or from a bucket, and verify each. Works while Linnet runs; repeat it after an interruption."`
}

type mediaCopyCmd struct {
	asJSON
	From string `help:"Source: an s3:// address or a folder. Default: where Linnet stores images now."`
	To   string `help:"Target: an s3:// address or a folder. Default: where Linnet stores images now."`
}

// progressEvery is the time between two lines of progress.
const progressEvery = 5 * time.Second

// Run copies and prints the report. It fails unless every file was verified.
func (c mediaCopyCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	if c.From == "" && c.To == "" {
		return errors.New("name the target with --to, such as --to s3://bucket/prefix, or the source with --from")
	}
	now := clock.Steady(clock.System{})
	shown := now.Now()
	report, err := copiesOf(cfg, s).CopyMedia(ctx, c.From, c.To, func(r installcopy.MediaReport) {
		if at := now.Now(); at.Sub(shown) >= progressEvery {
			shown = at
			fmt.Fprintf(s.err, "%d files verified, %d of them copied\n", r.Verified, r.Copied)
		}
	})
	if err != nil {
		return fmt.Errorf("%w (%d files are verified; run the command again to continue)", err, report.Verified)
	}
	err = c.print(s.out, report, func(w io.Writer) error { return printMediaCopy(w, report) })
	if err == nil && !report.Complete() {
		err = fmt.Errorf("not all files were copied: %d of %d are verified; correct the cause and run the command again", report.Verified, report.Files)
	}
	return err
}

func printMediaCopy(w io.Writer, r installcopy.MediaReport) error {
	for _, failure := range r.Failures {
		fmt.Fprintln(w, "failed:", failure)
	}
	_, err := fmt.Fprintf(w, "Images: %d. Files: %d (%d copied, %d already there, %d failed). "+
		"Compared byte by byte: %d files, %.1f MB. Files in the target: %d.\n",
		r.Images, r.Files, r.Copied, r.Present, r.Failed, r.Verified, float64(r.Bytes)/1e6, r.Target)
	return err
}
