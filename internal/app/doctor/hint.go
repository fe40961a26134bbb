package doctor

import (
	"errors"
	"io/fs"
	"net"
	"path/filepath"
	"strings"
	"syscall"

	"linnet/internal/app/backups"
	"linnet/internal/app/installcopy"
	"linnet/internal/app/stores"
	"linnet/internal/core/domain"
	"linnet/internal/infra/clickstore/clickhouse"
	"linnet/internal/infra/clickstore/duckdb"
	"linnet/internal/infra/journal"
	"linnet/internal/infra/records"
)

// Hint returns what an operator can do about an error of the machine,
// such as a full disk; "" when the error message says it. data is the data
// folder.
func Hint(err error, data string) string {
	var listening *net.OpError
	var file *fs.PathError
	var move *domain.MoveError
	switch {
	case errors.As(err, &move):
		return "Set LINNET_PUBLIC_URL to the address of " + move.Current + " again. To move all short links to " + move.Wanted +
			" for good, so that those on " + move.Current + " stop working, start once with: linnet serve --move-default-domain"
	case errors.Is(err, journal.ErrVersion):
		return "The journal was written by a newer version of Linnet. Start that version, or move the file away: its clicks are then missing."
	case errors.Is(err, stores.ErrNewInstall):
		return "Mount the volume of the records, or restore a backup of them. To start a new install beside these clicks, " +
			"start once with: linnet serve --new-install"
	case errors.Is(err, backups.ErrUnfinishedRestore):
		return "Run linnet restore with the backup again: it discards what the interrupted one left."
	case errors.Is(err, installcopy.ErrUnfinished):
		return "Run linnet migrate with the same places again, with --finish and while the source is stopped. Or start Linnet with the settings of the source."
	case errors.Is(err, stores.ErrSecretKey):
		return "Set LINNET_SECRET_KEY to the key of the other nodes (the file " + stores.SecretKeyFile +
			" of their data folder), or restore that file from a backup. If the key is lost, start once with: linnet serve --new-secret-key. " +
			"Certificates are then ordered again."
	case errors.Is(err, records.ErrNodeRefused):
		return "Stop the other node. To run several nodes on one PostgreSQL database, set LINNET_CLICKHOUSE_URL on each of them, and give each a data folder of its own."
	case errors.Is(err, syscall.EADDRINUSE):
		return "Another program uses this address. Stop it, or choose another address with LINNET_ADDR or --addr."
	case errors.Is(err, journal.ErrNoLocks):
		return "The data folder must be on a file system with locks, such as a local disk. Mount the network share with locks, " +
			"or set another folder with LINNET_DATA or --data."
	case duckdb.IsLocked(err), errors.Is(err, journal.ErrLocked):
		return "Another Linnet uses this data folder. Stop it, or set another folder with LINNET_DATA or --data."
	case errors.Is(err, syscall.ENOTDIR):
		return "The data folder must be a folder. Set another one with LINNET_DATA or --data."
	case errors.As(err, &listening) && errors.Is(err, fs.ErrPermission):
		return "Ports below 1024 are for root. Choose a higher one with LINNET_ADDR or --addr and put a proxy before it, or allow it: setcap cap_net_bind_service=+ep linnet."
	case errors.As(err, &file) && !strings.HasPrefix(file.Path, filepath.Clean(data)):
		return "" // one of the operator's own, which the error names
	case errors.As(err, &file) && file.Op == "mkdir":
		return "The data folder cannot be created there. Set another one with LINNET_DATA or --data."
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS), duckdb.IsForbidden(err):
		return "Linnet cannot write to its data folder or to a file in it. Make the user that runs Linnet their owner, or set another folder with LINNET_DATA or --data."
	case errors.Is(err, syscall.ENOSPC), records.IsFull(err), duckdb.IsFull(err):
		return "The disk is full. Make room on it, or move the data folder to a larger one and set it with LINNET_DATA or --data."
	case records.IsDiskError(err):
		return "The disk of the data folder is full or cannot be read and written. Make room on it (df -h), look for errors in the system's log, " +
			"or move the data folder to another disk and set it with LINNET_DATA or --data."
	case records.IsDamage(err):
		return "The file records.db in the data folder is damaged. Move it away and put a backup in its place: one of your own, or the latest copy " +
			"from backups/, where one lies from before each upgrade."
	case errors.Is(err, duckdb.ErrNoRoomForCopy):
		return "Free disk space. Alternatively, start once with linnet serve --upgrade-without-copy: older versions can then no longer read the clicks."
	case duckdb.IsDamage(err):
		return "The file clicks.duckdb in the data folder is damaged. " + rebuildFix
	case clickhouse.IsRejected(err):
		return "ClickHouse rejects the connection. Check the user, the password and the name of the database in LINNET_CLICKHOUSE_URL or --clickhouse-url. " +
			"The user needs the rights to create, alter, read and insert into tables of the database."
	case records.IsUnreachable(err):
		return "PostgreSQL cannot be reached, or rejects the connection. Check that it runs, and check LINNET_DATABASE_URL or --database-url."
	}
	return ""
}
