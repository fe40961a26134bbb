package transfer

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"errors"
	"io"

	"linnet/internal/base/fault"
)

// plainText returns the text of an upload, which may be compressed with gzip (RFC 1952).
// Reading a damaged file is Invalid at "file".
func plainText(r io.Reader) (io.Reader, error) {
	buffered := bufio.NewReader(r)
	magic, err := buffered.Peek(2)
	if err != nil || magic[0] != 0x1f || magic[1] != 0x8b {
		return buffered, nil //nolint:nilerr // a short file is text; reading it returns other errors again
	}
	unzipped, err := gzip.NewReader(buffered)
	if err != nil {
		return nil, damaged(err)
	}
	return gzipText{unzipped}, nil
}

// gzipText reads a compressed file.
type gzipText struct{ *gzip.Reader }

// Read implements io.Reader.
func (g gzipText) Read(p []byte) (int, error) {
	n, err := g.Reader.Read(p)
	if err != nil && err != io.EOF { //nolint:errorlint // io.EOF is never wrapped by a Read
		err = damaged(err)
	}
	return n, err
}

// damaged returns the fault of a file that is not valid gzip; other errors as they are.
func damaged(err error) error {
	var corrupt flate.CorruptInputError
	if errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum) || errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, &corrupt) {
		return fault.Wrap(err, fault.Invalid, "This gzip file is damaged. Compress the CSV file again, or upload it as it is.").At("file")
	}
	return err
}
