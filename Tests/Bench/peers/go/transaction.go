package main

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/jackc/pgtype"
	"github.com/jackc/pgx/v4"
	"github.com/jackc/pgx/v4/pgxpool"
)

type rows = pgx.Rows

// The values of a request's parameters by their names, as PostgreSQL's text.
type values map[string]string

// A statement is one that Davenport sends. Each parameter is the name of a value, a number of seconds from now, or the value itself.
type statement struct {
	Text       string
	Parameters []struct {
		Name  string
		After *float64
		Value *string
	}
}

// readStatements reads the statements of every kind of request, in the order in which they are sent.
func readStatements(file string) (map[string][]statement, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var kinds map[string][]statement
	return kinds, json.Unmarshal(text, &kinds)
}

// takes returns whether a value of this name is one of the statement's parameters.
func (statement *statement) takes(name string) bool {
	for _, parameter := range statement.Parameters {
		if parameter.Name == name {
			return true
		}
	}
	return false
}

// A transaction is one request's: it has entered the tenant and authenticated the caller.
type transaction struct {
	context    context.Context
	connection *pgxpool.Conn
	statements []statement
	values     values
	now        time.Time
}

// begin begins a transaction and looks the session up, in one round trip.
func (service *service) begin(request *http.Request, kind string, values values) (*transaction, error) {
	if err := values.addCredentials(request.Header.Get("Authorization")); err != nil {
		return nil, err
	}
	connection, err := service.pool.Acquire(request.Context())
	if err != nil {
		return nil, err
	}
	transaction := &transaction{request.Context(), connection, service.statements[kind], values, time.Now().UTC()}
	if err := transaction.authenticate(); err != nil {
		transaction.release()
		return nil, err
	}
	return transaction, nil
}

// release gives the connection back. The pool rolls an unfinished transaction back.
func (transaction *transaction) release() { transaction.connection.Release() }

func (transaction *transaction) authenticate() error {
	var batch pgx.Batch
	batch.Queue("BEGIN")
	// All statements before the session's look-up enter the tenant.
	entering := 0
	for !transaction.statements[entering].takes("digest") {
		transaction.queue(&batch, transaction.statements[entering])
		entering++
	}
	transaction.queue(&batch, transaction.statements[entering])
	transaction.statements = transaction.statements[entering+1:]
	results := transaction.connection.SendBatch(transaction.context, &batch)
	defer results.Close()
	// The results of BEGIN and of the statements that enter the tenant.
	for sent := 0; sent <= entering; sent++ {
		if _, err := results.Exec(); err != nil {
			return err
		}
	}
	var caller sessionRow
	isKnown := false
	rows, err := results.Query()
	if err != nil {
		return err
	}
	if err := scan(rows, &caller, func() { isKnown = true }); err != nil {
		return err
	}
	if !isKnown || caller.isSuspended {
		return failure(http.StatusUnauthorized)
	}
	transaction.values["person"] = uuid(caller.userID.Bytes).String()
	return nil
}

// commit sends the remaining statements and commits, in one round trip. Each statement's rows go to the reader in its place.
func (transaction *transaction) commit(readers ...func(rows) error) error {
	var batch pgx.Batch
	for _, statement := range transaction.statements {
		transaction.queue(&batch, statement)
	}
	batch.Queue("COMMIT")
	results := transaction.connection.SendBatch(transaction.context, &batch)
	defer results.Close()
	for _, read := range readers {
		rows, err := results.Query()
		if err != nil {
			return err
		}
		if err := read(rows); err != nil {
			return err
		}
	}
	_, err := results.Exec()
	return err
}

func (transaction *transaction) queue(batch *pgx.Batch, statement statement) {
	batch.Queue(statement.Text, transaction.bound(statement)...)
}

// bound returns the statement's parameters for this request. pgx sends each string as PostgreSQL's text.
func (transaction *transaction) bound(statement statement) []interface{} {
	bound := make([]interface{}, len(statement.Parameters))
	for index, parameter := range statement.Parameters {
		switch {
		case parameter.Name != "":
			bound[index] = transaction.values[parameter.Name]
		case parameter.After != nil:
			bound[index] = transaction.moment(*parameter.After)
		case parameter.Value != nil:
			bound[index] = *parameter.Value
		}
	}
	return bound
}

func (transaction *transaction) moment(after float64) string {
	return transaction.now.Add(time.Duration(after * float64(time.Second))).Format("2006-01-02 15:04:05.000000-07")
}

// A scanned row says where the value of each of its columns goes; nil for a column that isn't read.
type scannedRow interface{ column(name string) interface{} }

// scan reads the columns of each row, and calls the function after each row.
func scan(rows rows, row scannedRow, each func()) error {
	defer rows.Close()
	columns := rows.FieldDescriptions()
	destinations := make([]interface{}, len(columns))
	for index, column := range columns {
		destinations[index] = row.column(string(column.Name))
	}
	for rows.Next() {
		if err := rows.Scan(destinations...); err != nil {
			return err
		}
		each()
	}
	return rows.Err()
}

// A sessionRow is the caller's session.
type sessionRow struct {
	userID      pgtype.UUID
	isSuspended bool
}

func (row *sessionRow) column(name string) interface{} {
	switch name {
	case "user_id":
		return &row.userID
	case "tenant_suspended":
		return &row.isSuspended
	}
	return nil
}

const (
	prefix       = "Bearer davenport_"
	secretLength = 16 + 32 + 4
)

// addCredentials adds the tenant in a token, and the digest by which its session is found.
func (values values) addCredentials(authorization string) error {
	if !strings.HasPrefix(authorization, prefix) {
		return failure(http.StatusUnauthorized)
	}
	secret, err := base64.RawURLEncoding.DecodeString(authorization[len(prefix):])
	if err != nil || len(secret) != secretLength {
		return failure(http.StatusUnauthorized)
	}
	checksum := sha256.Sum256(secret[:secretLength-4])
	if string(checksum[:4]) != string(secret[secretLength-4:]) {
		return failure(http.StatusUnauthorized)
	}
	digest := sha256.Sum256([]byte(strings.TrimPrefix(authorization, "Bearer ")))
	values["tenant"] = uuid(*(*[16]byte)(secret)).String()
	values["digest"] = `\x` + hex.EncodeToString(digest[:])
	return nil
}

type uuid [16]byte

func (id uuid) String() string {
	var text [36]byte
	hex.Encode(text[:8], id[:4])
	hex.Encode(text[9:13], id[4:6])
	hex.Encode(text[14:18], id[6:8])
	hex.Encode(text[19:23], id[8:10])
	hex.Encode(text[24:], id[10:])
	text[8], text[13], text[18], text[23] = '-', '-', '-', '-'
	return string(text[:])
}

// isUUID returns whether a text is a UUID.
func isUUID(text string) bool {
	var id pgtype.UUID
	return len(text) == 36 && id.Set(text) == nil
}

func randomUUID() string {
	var id uuid
	if _, err := rand.Read(id[:]); err != nil {
		panic(fmt.Sprint("The system gives no random bytes: ", err))
	}
	id[6], id[8] = id[6]&0x0f|0x40, id[8]&0x3f|0x80
	return id.String()
}
