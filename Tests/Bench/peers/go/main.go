// Rooms, dashboards and comments on Davenport's own database, as a good developer writes them with net/http and pgx.
package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v4/pgxpool"
)

// A service answers requests from one pool of connections.
type service struct {
	pool       *pgxpool.Pool
	statements map[string][]statement
}

// A failure is an error that is answered with a status.
type failure int

func (status failure) Error() string { return http.StatusText(int(status)) }

func main() {
	statements, err := readStatements(os.Getenv("STATEMENTS"))
	if err != nil {
		log.Fatal(err)
	}
	// The other settings come from the variables that libpq reads too.
	pool, err := pgxpool.Connect(context.Background(), fmt.Sprintf("pool_max_conns=%[1]s pool_min_conns=%[1]s", os.Getenv("POOL")))
	if err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	service := &service{pool, statements}
	http.Handle("/v1/dashboard", endpoint(service.showDashboard))
	http.Handle("/v1/rooms/", endpoint(service.comments))
	fmt.Printf("running on http://%s\n", listener.Addr())
	log.Fatal(http.Serve(listener, nil))
}

// endpoint makes a handler of a function that returns a status and what is encoded as JSON.
func endpoint(answer func(*http.Request) (int, interface{}, error)) http.HandlerFunc {
	return func(writer http.ResponseWriter, request *http.Request) {
		status, content, err := answer(request)
		if err != nil {
			var refused failure
			if !errors.As(err, &refused) {
				log.Print(err)
				refused = http.StatusInternalServerError
			}
			http.Error(writer, refused.Error(), int(refused))
			return
		}
		var body bytes.Buffer
		encoder := json.NewEncoder(&body)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(content); err != nil {
			log.Print(err)
			http.Error(writer, "", http.StatusInternalServerError)
			return
		}
		writer.Header().Set("Content-Type", "application/json")
		writer.Header().Set("Content-Length", strconv.Itoa(body.Len()))
		writer.WriteHeader(status)
		writer.Write(body.Bytes())
	}
}

// comments answers GET and POST of /v1/rooms/{id}/comments.
func (service *service) comments(request *http.Request) (int, interface{}, error) {
	path := strings.Split(strings.TrimPrefix(request.URL.Path, "/v1/rooms/"), "/")
	if len(path) != 2 || path[1] != "comments" || !isUUID(path[0]) {
		return 0, nil, failure(http.StatusNotFound)
	}
	switch request.Method {
	case http.MethodGet:
		return service.listComments(request, path[0])
	case http.MethodPost:
		return service.createComment(request, path[0])
	default:
		return 0, nil, failure(http.StatusMethodNotAllowed)
	}
}

// A commentPage is one page of a room's comments.
type commentPage struct {
	Items []comment `json:"items"`
	Next  string    `json:"next,omitempty"`
}

// listComments returns the first comments of a room.
func (service *service) listComments(request *http.Request, room string) (int, interface{}, error) {
	limit := 50
	if text := request.URL.Query().Get("limit"); text != "" {
		number, err := strconv.Atoi(text)
		if err != nil || number < 1 || number > 100 {
			return 0, nil, failure(http.StatusUnprocessableEntity)
		}
		limit = number
	}
	transaction, err := service.begin(request, "room", values{"room": room, "limit": strconv.Itoa(limit + 1)})
	if err != nil {
		return 0, nil, err
	}
	defer transaction.release()
	var found []commentRow
	var members map[uuid]*person
	err = transaction.commit(
		func(rows rows) (err error) { found, err = scanComments(rows); return },
		func(rows rows) (err error) { members, err = scanPeople(rows); return })
	if err != nil {
		return 0, nil, err
	}
	if len(members) == 0 {
		return 0, nil, failure(http.StatusNotFound)
	}
	page := commentPage{Items: make([]comment, 0, limit)}
	for index, row := range found {
		if index == limit {
			last := found[limit-1]
			page.Next = base64.RawURLEncoding.EncodeToString([]byte(fmt.Sprintf("%d %d", last.seconds, last.number)))
			break
		}
		page.Items = append(page.Items, row.comment(room, members[row.authorID.Bytes]))
	}
	return http.StatusOK, page, nil
}

// showDashboard returns the caller's dashboard.
func (service *service) showDashboard(request *http.Request) (int, interface{}, error) {
	transaction, err := service.begin(request, "dashboard", values{})
	if err != nil {
		return 0, nil, err
	}
	defer transaction.release()
	var found []roomRow
	var people map[uuid]*person
	err = transaction.commit(
		func(rows rows) (err error) { found, err = scanRooms(rows); return },
		func(rows rows) (err error) { people, err = scanPeople(rows); return })
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, newDashboard(found, people), nil
}

// A newComment is the body of a request for a new comment.
type newComment struct {
	ID      *string `json:"id"`
	Content string  `json:"content"`
	Seconds int     `json:"seconds"`
}

// createComment creates a comment. The response is sent after the commit.
func (service *service) createComment(request *http.Request, room string) (int, interface{}, error) {
	var body newComment
	if err := json.NewDecoder(http.MaxBytesReader(nil, request.Body, 64<<10)).Decode(&body); err != nil {
		return 0, nil, failure(http.StatusBadRequest)
	}
	content := strings.TrimSpace(body.Content)
	if content == "" || len([]rune(content)) > 2000 || body.Seconds < 0 || body.ID != nil && !isUUID(*body.ID) {
		return 0, nil, failure(http.StatusUnprocessableEntity)
	}
	fresh := randomUUID()
	if body.ID != nil {
		fresh = *body.ID
	}
	transaction, err := service.begin(request, "comment", values{
		"room": room, "fresh": fresh, "seconds": strconv.Itoa(body.Seconds), "content": content})
	if err != nil {
		return 0, nil, err
	}
	defer transaction.release()
	var found []commentRow
	err = transaction.commit(func(rows rows) (err error) { found, err = scanComments(rows); return })
	if err != nil {
		return 0, nil, err
	}
	if len(found) == 0 {
		return 0, nil, failure(http.StatusNotFound)
	}
	return http.StatusCreated, found[0].comment(room, found[0].author()), nil
}
