package cli

import (
	"context"
	"fmt"
	"io"
	"os"

	"linnet/internal/app"
	"linnet/internal/config"
)

type backupCmd struct {
	File string `arg:"" help:"File to write, such as linnet.tar.gz; - for standard output."`
}

// Run writes the backup and verifies it.
func (c backupCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	if _, err := os.Stat(cfg.Data); err != nil {
		return fmt.Errorf("no data folder at %s; name it with LINNET_DATA or --data: %w", cfg.Data, err)
	}
	if c.File == "-" {
		return app.Backup(ctx, *cfg, s.out)
	}
	m, err := app.BackupFile(ctx, *cfg, c.File)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "Backup written to %s: %d users, %d links, %d clicks (%d MB unpacked).\n",
		c.File, m.Counts.Users, m.Counts.Links, m.Counts.Clicks, m.Bytes()>>20)
	if !m.HasRecords() {
		fmt.Fprintln(s.out, "The records are in PostgreSQL and not in this file. Back them up with pg_dump.")
	}
	return nil
}

type restoreCmd struct {
	File string `arg:"" help:"Backup to restore; - for standard input."`
}

// Run restores the backup into the data folder, which must be empty.
func (c restoreCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	in := io.Reader(os.Stdin)
	if c.File != "-" {
		file, err := os.Open(c.File)
		if err != nil {
			return fmt.Errorf("open the backup: %w", err)
		}
		defer file.Close() //nolint:errcheck // opened for reading
		in = file
	}
	m, err := app.Restore(ctx, *cfg, in)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "Restored and verified in %s: %d users, %d links, %d clicks, as of %s.\n",
		cfg.Data, m.Counts.Users, m.Counts.Links, m.Counts.Clicks, m.CreatedAt.Format("2006-01-02 15:04:05 MST"))
	if !m.HasRecords() {
		fmt.Fprintln(s.out, "Restore the PostgreSQL dump of the same time before you start Linnet.")
	}
	fmt.Fprintln(s.out, "Start Linnet on this data folder now.")
	return nil
}
