package stores

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"linnet/internal/app/control"
	"linnet/internal/config"
	"linnet/internal/infra/clickstore/clickhouse"
	"linnet/internal/infra/records"
)

// Names in the data folder.
const (
	ClicksFile = "clicks.duckdb"
	JournalDir = "journal"
	MailDir    = "mail"
	// SecretKeyFile holds the secret key, unless a setting holds it.
	SecretKeyFile = "secret.key"
)

// HoldsData reports whether a file exists and is not empty.
func HoldsData(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Size() > 0
}

// ErrNewInstall is returned when the data folder holds the clicks of another
// install and no records.
var ErrNewInstall = errors.New("the data folder holds clicks but no records")

// CheckRecordsFile refuses to create records.db in a folder that holds clicks:
// the file was lost, or a volume is not mounted.
func CheckRecordsFile(cfg config.Config) error {
	if cfg.DatabaseURL != "" || cfg.NewInstall || !HoldsData(cfg.InData(ClicksFile)) || HoldsData(cfg.InData(records.File)) {
		return nil
	}
	return fmt.Errorf("%w: %s is missing or empty", ErrNewInstall, cfg.InData(records.File))
}

// ownFiles are the prefixes of the files in the data folder that Linnet creates.
var ownFiles = []string{records.File, ClicksFile, clickhouse.BatchFile, control.SocketName, JournalDir, MailDir, records.Backups, SecretKeyFile} //nolint:gochecknoglobals // a constant list

// RestrictFiles removes the access of other users from the files of Linnet in the
// data folder. It does not change the mode of the folder.
func RestrictFiles(ctx context.Context, dataDir string, log *slog.Logger) {
	entries, err := os.ReadDir(dataDir)
	if err != nil {
		log.WarnContext(ctx, "data folder not readable", "err", err)
		return
	}
	for _, entry := range entries {
		if !isOwnFile(entry.Name()) {
			continue
		}
		info, err := entry.Info()
		if err != nil || info.Mode()&fs.ModeSymlink != 0 || info.Mode().Perm()&0o077 == 0 {
			continue
		}
		path := filepath.Join(dataDir, entry.Name())
		if err := os.Chmod(path, info.Mode().Perm()&^0o077); err != nil {
			log.WarnContext(ctx, "restrict file mode failed", "file", path, "err", err)
		}
	}
}

func isOwnFile(name string) bool {
	for _, prefix := range ownFiles {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}
