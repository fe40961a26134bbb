package cli

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"

	"linnet/internal/app"
	"linnet/internal/app/backups"
	"linnet/internal/base/clock"
	"linnet/internal/config"
)

type backupCmd struct {
	File           string   `arg:"" help:"File to write, such as linnet.tar.gz, or an object of a bucket, such as s3://bucket/linnet.tar.gz; a name that ends with / gets a name by the time; - for standard output."`
	Recipient      []string `help:"Public key of age (age1…) to encrypt for; can be repeated. Default: --backup-recipients."`
	PassphraseFile string   `help:"File with a passphrase of 12 characters or more to encrypt with. Default: --backup-passphrase-file." type:"path"`
}

// Run writes the backup and verifies it.
func (c backupCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	if _, err := os.Stat(cfg.Data); err != nil {
		return fmt.Errorf("no data folder at %s; name it with LINNET_DATA or --data: %w", cfg.Data, err)
	}
	archives, encryption := backupsOf(cfg), backups.Encryption{Recipients: c.Recipient, PassphraseFile: c.PassphraseFile}
	if c.File == "-" {
		return archives.Write(ctx, s.out, encryption)
	}
	place, m, err := archives.WriteFile(ctx, c.File, encryption)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "Backup written to %s: %d users, %d links, %d clicks (%d MB unpacked).\n",
		place, m.Counts.Users, m.Counts.Links, m.Counts.Clicks, m.Bytes()>>20)
	if !m.HasRecords() {
		fmt.Fprintln(s.out, "The records are in PostgreSQL and not in this file. Back them up with pg_dump, or use --backup-databases.")
	}
	if cfg.MediaURL != "" {
		fmt.Fprintln(s.out, "The images are in the bucket of LINNET_MEDIA_URL and not in this file. Copy them with linnet media copy --to.")
	}
	return nil
}

// backupsOf returns the backups of an install. Its stores log nothing.
func backupsOf(cfg *config.Config) *backups.Service {
	return backups.New(backups.Deps{
		Config:  *cfg,
		Version: app.Version(),
		Clock:   clock.System{},
		Log:     slog.New(slog.DiscardHandler),
	})
}

type restoreCmd struct {
	anyFolder

	File           string `arg:"" help:"Backup to restore: a file or an s3:// address; - for standard input."`
	Identity       string `help:"File with the private key of age that opens the backup." type:"path"`
	PassphraseFile string `help:"File with the passphrase that opens the backup." type:"path"`
}

// Run restores the backup into the data folder, which must be empty.
func (c restoreCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	archives, keys := backupsOf(cfg), backups.Encryption{IdentityFile: c.Identity, PassphraseFile: c.PassphraseFile}
	restore := func() (backups.Manifest, error) { return archives.RestoreFile(ctx, c.File, keys) }
	if c.File == "-" {
		restore = func() (backups.Manifest, error) { return archives.Restore(ctx, io.Reader(os.Stdin), keys) }
	}
	m, err := restore()
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
