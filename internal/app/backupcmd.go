package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"linnet/internal/config"
	"linnet/internal/infra/backup"
)

type backupCmd struct {
	File string `arg:"" help:"The file to write, such as linnet.tar.gz; - writes to the standard output."`
}

// Run writes the backup. A running node makes it, else the command does.
func (c backupCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	if _, err := os.Stat(cfg.Data); err != nil {
		return fmt.Errorf("no Linnet has run in %s; name its folder with LINNET_DATA or --data: %w", cfg.Data, err)
	}
	write := func(w io.Writer) error {
		err := askNodeForBackup(ctx, *cfg, w)
		if errors.Is(err, errNoNode) {
			err = backupStopped(ctx, *cfg, w)
		}
		return err
	}
	if c.File == "-" {
		return write(s.out)
	}
	m, err := saveBackup(c.File, write)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "Backup written to %s: %d users, %d links, %d clicks (%d MB unpacked).\n",
		c.File, m.Counts.Users, m.Counts.Links, m.Counts.Clicks, m.Bytes()>>20)
	if m.Records == backup.RecordsPostgres {
		fmt.Fprintln(s.out, "The records are in PostgreSQL and not in this file. Back them up with pg_dump.")
	}
	return nil
}

// saveBackup lets write fill a new file that only its owner can read, verifies
// it and gives it its name. An incomplete file never has that name.
func saveBackup(path string, write func(io.Writer) error) (m backup.Manifest, err error) {
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return m, fmt.Errorf("%s exists already; choose another name", path)
	}
	part := path + partSuffix
	file, err := os.OpenFile(filepath.Clean(part), os.O_CREATE|os.O_TRUNC|os.O_RDWR, 0o600)
	if err != nil {
		return m, fmt.Errorf("make the backup file: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(part))
		}
	}()
	if err := errors.Join(write(file), file.Sync()); err != nil {
		return m, errors.Join(err, file.Close())
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return m, errors.Join(err, file.Close())
	}
	m, err = backup.Check(file)
	if err := errors.Join(err, file.Close()); err != nil {
		return m, fmt.Errorf("verify the backup: %w", err)
	}
	return m, os.Rename(part, path)
}

// partSuffix ends the name of a backup that is not complete.
const partSuffix = ".part"

type restoreCmd struct {
	File string `arg:"" help:"The backup to restore; - reads the standard input."`
}

// Run restores the backup into the data folder, which must be empty.
func (c restoreCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	in := io.Reader(os.Stdin)
	if c.File != "-" {
		file, err := os.Open(c.File)
		if err != nil {
			return fmt.Errorf("open the backup: %w", err)
		}
		defer file.Close() //nolint:errcheck // it was only read
		in = file
	}
	m, err := restore(ctx, *cfg, in)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "Restored and verified in %s: %d users, %d links, %d clicks, as of %s.\n",
		cfg.Data, m.Counts.Users, m.Counts.Links, m.Counts.Clicks, m.CreatedAt.Format("2006-01-02 15:04:05 MST"))
	if m.Records == backup.RecordsPostgres {
		fmt.Fprintln(s.out, "Restore the PostgreSQL dump of the same time before you start Linnet.")
	}
	fmt.Fprintln(s.out, "Start Linnet on this data folder now.")
	return nil
}

// entriesOf returns the names in a folder other than those that every file
// system has; none when the folder is missing.
func entriesOf(dir string) (names []string, err error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		if e.Name() != "lost+found" && !strings.HasPrefix(e.Name(), ".nfs") {
			names = append(names, e.Name())
		}
	}
	return names, err
}
