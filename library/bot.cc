// SPDX-License-Identifier: GPL-3.0-or-later
// An example of the library in C++: a bot in an event loop. It reads moves from stdin, one per line, and answers each;
// "quit" ends it. The loop never waits for the engine: a pipe signals the end of a search.
//
//     c++ bot.cc $(pkg-config --cflags --libs alula) -o bot
#include <alula.h>
#include <poll.h>
#include <unistd.h>

#include <cstdio>
#include <memory>
#include <string>

using Game = std::unique_ptr<AlulaGame, decltype(&alula_game_free)>;
using Engine = std::unique_ptr<AlulaEngine, decltype(&alula_engine_free)>;

// Signals the end of a search; called by a thread of the engine.
static void on_end(void *pipe, const AlulaInfo *) {
    if (write(static_cast<int *>(pipe)[1], "", 1) != 1)
        std::perror("bot");
}

static void say(const std::string &line) {
    std::puts(line.c_str());
    std::fflush(stdout);
}

int main() {
    int ended[2];
    Engine engine(alula_engine_new(64, 1), alula_engine_free);
    Game game(alula_game_new(), alula_game_free);
    if (!engine || !game || pipe(ended) || alula_engine_listen_end(engine.get(), on_end, ended))
        return 1;
    AlulaLimits limits{};
    limits.size = sizeof limits;
    limits.move_ms = 200;
    bool thinks = false, open = true;
    std::string text;
    while (open || thinks) {
        pollfd wait[] = {{ended[0], POLLIN, 0}, {open ? STDIN_FILENO : -1, POLLIN, 0}};
        if (poll(wait, 2, -1) < 0)
            break;
        if (wait[0].revents) { // the answer
            char byte, san[ALULA_MOVE_SIZE];
            AlulaInfo best{};
            best.size = sizeof best;
            if (read(ended[0], &byte, 1) != 1 || alula_engine_wait(engine.get(), &best) || !best.length)
                break;
            thinks = false;
            alula_game_san(game.get(), best.moves[0], san);
            alula_game_play(game.get(), best.moves[0]);
            say(san);
        }
        if (wait[1].revents) { // more text
            char bytes[256];
            const ssize_t count = read(STDIN_FILENO, bytes, sizeof bytes);
            open = count > 0;
            text.append(bytes, open ? static_cast<size_t>(count) : 0);
        }
        for (size_t end; !thinks && (end = text.find('\n')) != std::string::npos; text.erase(0, end + 1)) {
            const std::string line = text.substr(0, end);
            if (line == "quit")
                return 0;
            if (const char *error = alula_game_play_text(game.get(), line.c_str())) {
                say(error);
            } else if (alula_game_outcome(game.get())) {
                say("the game is over");
                return 0;
            } else if (const char *failed = alula_engine_start(engine.get(), game.get(), &limits)) {
                say(failed);
                return 1;
            } else {
                thinks = true;
            }
        }
    }
    return 0;
}
