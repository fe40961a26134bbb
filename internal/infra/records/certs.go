package records

import (
	"context"
	"time"
	"unicode/utf8"

	"linnet/internal/core/certificate"
)

//nolint:gochecknoglobals // immutable
var certificateTable = tableOf("certificate", `certificates`, func(c *certificate.Schedule) []column {
	return []column{
		fixed("host", &c.Host),
		col("expires_at", &c.ExpiresAt),
		col("renew_at", &c.RenewAt),
		col("failures", &c.Failures),
		col("attempted_at", &c.AttemptedAt),
		col("retry_at", &c.RetryAt),
		col("error", &c.Error),
	}
})

// Certificate returns the state of the certificate of host, or NotFound.
func (s *Store) Certificate(ctx context.Context, host string) (certificate.Schedule, error) {
	return certificateTable.one(ctx, s.read, `WHERE host = $1`, host)
}

// Certificates returns the states of all certificates, by host.
func (s *Store) Certificates(ctx context.Context) ([]certificate.Schedule, error) {
	return certificateTable.all(ctx, s.read, `ORDER BY host`)
}

// CertificatesDue returns up to limit certificates that are due at now and whose
// next order may begin, the ones that have been due longest first.
func (s *Store) CertificatesDue(ctx context.Context, now time.Time, limit int) ([]certificate.Schedule, error) {
	return certificateTable.all(ctx, s.read, `WHERE renew_at <= $1 AND retry_at <= $1 ORDER BY renew_at, host LIMIT $2`,
		toMillis(now), limit)
}

// PutCertificate stores the state of a certificate.
func (s *Store) PutCertificate(ctx context.Context, c certificate.Schedule) error {
	_, err := certificateTable.put(ctx, s.write, &c, "")
	return err
}

// DeleteCertificate deletes the state of the certificate of host, if there is one.
func (s *Store) DeleteCertificate(ctx context.Context, host string) error {
	_, err := s.write.exec(ctx, `DELETE FROM certificates WHERE host = $1`, host)
	return err
}

const certificateFileColumns = `path, LENGTH(value), modified_at`

func scanCertificateFile(row scanner) (certificate.File, error) {
	var f certificate.File
	err := row.Scan(&f.Path, &f.Size, timeField{&f.ModifiedAt})
	return f, err
}

// PutCertificateFile stores a file, or replaces it.
func (s *Store) PutCertificateFile(ctx context.Context, path string, content []byte, now time.Time) error {
	_, err := s.write.exec(ctx, `
		INSERT INTO certificate_files (path, value, modified_at) VALUES ($1, $2, $3)
		ON CONFLICT (path) DO UPDATE SET value = excluded.value, modified_at = excluded.modified_at`, path, content, toMillis(now))
	return err
}

// CertificateFile returns the content of a file, or NotFound.
func (s *Store) CertificateFile(ctx context.Context, path string) ([]byte, error) {
	content, err := queryOne(ctx, s.read, value[[]byte], `SELECT value FROM certificate_files WHERE path = $1`, path)
	return content, notFound(err, "certificate file")
}

// StatCertificateFile returns a file without its content, or NotFound.
func (s *Store) StatCertificateFile(ctx context.Context, path string) (certificate.File, error) {
	f, err := queryOne(ctx, s.read, scanCertificateFile, `SELECT `+certificateFileColumns+` FROM certificate_files WHERE path = $1`, path)
	return f, notFound(err, "certificate file")
}

// CertificateFiles returns the files below a folder, by path; an empty folder
// stands for all.
func (s *Store) CertificateFiles(ctx context.Context, folder string) ([]certificate.File, error) {
	const all = `SELECT ` + certificateFileColumns + ` FROM certificate_files`
	if folder == "" {
		return queryAll(ctx, s.read, scanCertificateFile, all+` ORDER BY path`)
	}
	return queryAll(ctx, s.read, scanCertificateFile, all+` WHERE SUBSTR(path, 1, $1) = $2 ORDER BY path`,
		utf8.RuneCountInString(folder)+1, folder+"/")
}

// ReplaceCertificateFile replaces the content of a file if it is still old. It
// returns whether it was.
func (s *Store) ReplaceCertificateFile(ctx context.Context, path string, old, content []byte) (bool, error) {
	n, err := s.write.exec(ctx, `UPDATE certificate_files SET value = $3 WHERE path = $1 AND value = $2`, path, old, content)
	return n > 0, err
}

// DeleteCertificateFiles deletes the file at path, or all files below the folder
// of that path.
func (s *Store) DeleteCertificateFiles(ctx context.Context, path string) error {
	n, err := s.write.exec(ctx, `DELETE FROM certificate_files WHERE path = $1`, path)
	if err != nil || n > 0 {
		return err
	}
	_, err = s.write.exec(ctx, `DELETE FROM certificate_files WHERE SUBSTR(path, 1, $1) = $2`, utf8.RuneCountInString(path)+1, path+"/")
	return err
}
