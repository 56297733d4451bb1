#include "hprof/Format/Base/Error.h"
#include "hprof/Tool/Escape.h"
#include "hprof/Tool/Version.h"
#include "llvm/Support/raw_ostream.h"

/// Uses a bit of each library, and a class of its own that derives from one of
/// LLVM's, as users of visitors will.
class OwnError : public llvm::ErrorInfo<OwnError, hprof::FormatError> {
public:
  static char ID;
  OwnError() : ErrorInfo(hprof::format_errc::bad_length, 16, "too long") {}
};
char OwnError::ID;

int main() {
  llvm::outs() << "version " << hprof::toolchainVersion() << '\n'
               << hprof::escape("a\x1b") << '\n'
               << llvm::toString(llvm::make_error<OwnError>()) << '\n';
}
