package records

import (
	"context"
	"time"
	"unicode/utf8"

	"linnet/internal/core/certificate"
)

const certificateColumns = `host, expires_at, renew_at, failures, attempted_at, retry_at, error`

func scanCertificate(row scanner) (certificate.Schedule, error) {
	var c certificate.Schedule
	var expires, renew, attempted, retry int64
	err := row.Scan(&c.Host, &expires, &renew, &c.Failures, &attempted, &retry, &c.Error)
	c.ExpiresAt, c.RenewAt, c.AttemptedAt, c.RetryAt = fromMillis(expires), fromMillis(renew), fromMillis(attempted), fromMillis(retry)
	return c, err
}

// Certificate returns the state of the certificate of host, or NotFound.
func (s *Store) Certificate(ctx context.Context, host string) (certificate.Schedule, error) {
	c, err := queryOne(ctx, s.read, scanCertificate, `SELECT `+certificateColumns+` FROM certificates WHERE host = $1`, host)
	return c, notFound(err, "certificate")
}

// Certificates returns the states of all certificates, by host.
func (s *Store) Certificates(ctx context.Context) ([]certificate.Schedule, error) {
	return queryAll(ctx, s.read, scanCertificate, `SELECT `+certificateColumns+` FROM certificates ORDER BY host`)
}

// CertificatesDue returns up to limit certificates that are due at now and whose
// next order may begin, the ones that have been due longest first.
func (s *Store) CertificatesDue(ctx context.Context, now time.Time, limit int) ([]certificate.Schedule, error) {
	return queryAll(ctx, s.read, scanCertificate, `
		SELECT `+certificateColumns+` FROM certificates WHERE renew_at <= $1 AND retry_at <= $1 ORDER BY renew_at, host LIMIT $2`,
		toMillis(now), limit)
}

// PutCertificate stores the state of a certificate.
func (s *Store) PutCertificate(ctx context.Context, c certificate.Schedule) error {
	_, err := s.write.exec(ctx, `
		INSERT INTO certificates (`+certificateColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (host) DO UPDATE SET expires_at = excluded.expires_at, renew_at = excluded.renew_at,
			failures = excluded.failures, attempted_at = excluded.attempted_at, retry_at = excluded.retry_at, error = excluded.error`,
		c.Host, toMillis(c.ExpiresAt), toMillis(c.RenewAt), c.Failures, toMillis(c.AttemptedAt), toMillis(c.RetryAt), c.Error)
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
	var modified int64
	err := row.Scan(&f.Path, &f.Size, &modified)
	f.ModifiedAt = fromMillis(modified)
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
